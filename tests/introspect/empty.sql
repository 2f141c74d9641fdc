-- Nothing at all.
SELECT 1 AS nothing;
