-- A shop's database, as another program makes it: sqlite3 shop.sqlite < Examples/Dashboard/shop.sql
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY,
  customer TEXT NOT NULL,
  state TEXT NOT NULL,
  cents INTEGER NOT NULL,
  placed DATETIME NOT NULL
);

WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
INSERT INTO purchase (customer, state, cents, placed)
SELECT
  CASE n % 5 WHEN 0 THEN 'Ada' WHEN 1 THEN 'Grace' WHEN 2 THEN 'Linus' WHEN 3 THEN 'Margaret' ELSE 'Edsger' END
    || ' ' || char(65 + n % 26) || '.',
  CASE n % 10 WHEN 0 THEN 'returned' WHEN 1 THEN 'new' WHEN 2 THEN 'packed' ELSE 'sent' END,
  500 + n * 7919 % 20000,
  datetime('now', '-' || (n * 3) || ' hours')
FROM number;
