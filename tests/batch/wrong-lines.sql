SELECT 1
GO;
SELECT 2
GO 0
SELECT 3
GO 2 SELECT 4
SELECT 5
/* c */ GO
SELECT 6
GO 99999999999
SELECT 7
:setvar name it's
SELECT [$(name)].t, $(other), N'$(kept)'
!!dir
SELECT 8 :r
SELECT 'no end
GO
