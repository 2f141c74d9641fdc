DECLARE @a integer, @b dec(10, 2), @c double precision, @d national character varying(20), @e character varying (max),
    @f rowversion, @g [int], @h sys.sysname, @i VECTOR(1998), @j vector(5000), @k vector(0), @l Vector ( 1024 , FLOAT16 ),
    @m vector(@n), @o dbo.OrderLines, @p OrderFlag, @q xml, @r xml(DOCUMENT s.c), @s number(10), @t json, @u char varying(5),
    @v national text, @w hierarchyid, @x float(53), @y varbinary (8000), @z datetimeoffset(7);
