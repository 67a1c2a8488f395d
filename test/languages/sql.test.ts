import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree } from './drawTree.js';

const script = `-- What is sold, and where.
CREATE TABLE IF NOT EXISTS shop.items (
  id INTEGER PRIMARY KEY,
  name VARCHAR(100) NOT NULL,
  price NUMERIC(10, 2) DEFAULT 0,
  shop_id INTEGER REFERENCES shops (id)
);

CREATE INDEX items_name ON shop.items (name);

CREATE TYPE mood AS ENUM ('calm', 'busy');

/* Cheap things
   that sell. */
CREATE OR REPLACE VIEW "cheap" AS
SELECT i.name, count(*) AS n
FROM shop.items AS i
WHERE i.price < 10
GROUP BY i.name;

INSERT INTO shop.items (id, name) VALUES (1, 'it''s');
UPDATE shop.items SET price = price * 2 WHERE id = 1;

-- Doubles a price.
CREATE FUNCTION twice(
  x INTEGER
) RETURNS INTEGER
LANGUAGE sql
AS $$
  SELECT x * 2;
$$;

CREATE TRIGGER touch_items
BEFORE UPDATE ON shop.items
FOR EACH ROW EXECUTE FUNCTION touch();

SELECT * FROM cheap;
`;

describe('SQL', () => {
  it('has its objects by name', async () => {
    expect(await drawTree('shop.sql', script)).toBe(
      `document [1-37]
  class shop.items [1-7]
    statements [3-6]
  statements [9-9]
  class mood [11-11]
  class cheap [13-19]
    statements [16-19]
  statements [21-22]
  function twice [24-31]
  function touch_items [33-35]
  statements [37-37]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.sql', script, 'shop.items')).toEqual({
      signature: 'CREATE TABLE IF NOT EXISTS shop.items',
      docstring: 'What is sold, and where.',
    });
    expect(await definitionFacts('shop.sql', script, 'cheap')).toEqual({
      signature: 'CREATE OR REPLACE VIEW "cheap" AS',
      docstring: `Cheap things
that sell.`,
    });
    expect(await definitionFacts('shop.sql', script, 'twice')).toEqual({
      signature: `CREATE FUNCTION twice(
  x INTEGER
) RETURNS INTEGER
LANGUAGE sql`,
      docstring: 'Doubles a price.',
    });
  });

  it('finds the objects around a broken one', async () => {
    const broken = `CREATE TABLE before (
  id INTEGER
);

CREATE TABLE broken (
  id INTEGER PRIMARY KEY KEY (,
);

CREATE VIEW after AS
SELECT id FROM before;
`;
    expect(await drawTree('shop.sql', broken)).toBe(
      `document [1-10]
  class before [1-3]
    statements [2-2]
  class broken [5-7]
    statements [6-6]
  class after [9-10]`,
    );
  });
});
