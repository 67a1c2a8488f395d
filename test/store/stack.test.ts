/** The stack and the databases of a project. */
import { expect, it } from 'vitest';
import { databaseOfPackage, databasesIn, mainFirst } from '../../src/store/stack.js';

it('lists the languages of a project before its packages', () => {
  const names = ['zod', 'pg', 'react', 'acorn', 'node'];
  expect(mainFirst(names.map((name) => [name, '1'])).map(([name]) => name)).toEqual([
    ...['node', 'react', 'pg', 'zod', 'acorn'],
  ]);
});

it.each([
  ['pg', 'PostgreSQL'],
  ['Psycopg2-binary', 'PostgreSQL'],
  ['github.com/jackc/pgx/v5', 'PostgreSQL'],
  ['github.com/go-sql-driver/mysql', 'MySQL'],
  ['left-pad', undefined],
])('%s is of %s', (name, database) => {
  expect(databaseOfPackage(name)).toBe(database);
});

it('names each database once, by its server if known', () => {
  const drivers = [
    ['pg', '1.5.4'],
    ['sqlite3', '1.7'],
    ['rails', '7.1'],
  ] as const;
  expect(databasesIn(drivers, [])).toEqual(['PostgreSQL (pg 1.5.4)', 'SQLite (sqlite3 1.7)']);
  expect(
    databasesIn(drivers, [
      ['postgres', '16'],
      ['redis', ''],
    ]),
  ).toEqual([...['PostgreSQL 16', 'Redis', 'SQLite (sqlite3 1.7)']]);
  expect(databasesIn(drivers, [['postgresql', '']])).toEqual(['PostgreSQL (pg 1.5.4)', 'SQLite (sqlite3 1.7)']);
});
