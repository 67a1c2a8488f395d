/**
 * What a project is built on, from its manifests.
 * A manifest lists hundreds of packages; of the dozen that are shown, the language,
 * the framework and the database come first.
 */
export type Stack = readonly (readonly [name: string, version: string])[];

/** Languages and runtimes, as manifests name them. */
const RUNTIMES = ['ruby', 'node', 'python', 'go', 'rust edition', 'java', 'kotlin', 'php', 'deno', 'bun'];

/** Frameworks; the name may be a part of a path. */
const FRAMEWORKS = [
  ...['rails', 'sinatra', 'hanami', 'jekyll', 'sidekiq', 'graphql', 'devise'],
  ...['django', 'flask', 'fastapi', 'starlette', 'tornado', 'aiohttp', 'djangorestframework', 'celery', 'sqlalchemy'],
  ...[
    'react',
    'next',
    'vue',
    'nuxt',
    'svelte',
    '@sveltejs/kit',
    '@angular/core',
    'preact',
    'solid-js',
    'astro',
    'remix',
  ],
  ...['express', 'fastify', 'koa', '@nestjs/core', 'hono', 'electron', 'prisma', '@prisma/client', 'typeorm'],
  ...['laravel/framework', 'symfony/framework-bundle', 'symfony/symfony', 'slim/slim', 'cakephp/cakephp'],
  ...['spring-boot-starter-parent', 'spring-boot-starter-web', 'spring-boot', 'quarkus-bom', 'micronaut-core', 'ktor'],
  ...['gin-gonic/gin', 'labstack/echo', 'gofiber/fiber', 'go-chi/chi', 'gorilla/mux', 'spf13/cobra'],
  ...['actix-web', 'axum', 'rocket', 'warp', 'tokio', 'leptos', 'yew'],
];

/** Databases, and the packages and images that use them. */
const DATABASES: Readonly<Record<string, readonly string[]>> = {
  PostgreSQL: [
    ...['pg', 'postgres', 'postgresql', 'postgis', 'psycopg', 'psycopg2', 'psycopg2-binary', 'asyncpg'],
    ...['lib/pq', 'jackc/pgx', 'tokio-postgres', 'postgres.js'],
  ],
  MySQL: [
    ...['mysql', 'mysql2', 'trilogy', 'mysqlclient', 'pymysql', 'go-sql-driver/mysql', 'mysql-connector-java'],
    ...['mysql-connector-j', 'percona'],
  ],
  MariaDB: ['mariadb', 'mariadb-java-client'],
  SQLite: ['sqlite3', 'sqlite', 'better-sqlite3', 'aiosqlite', 'mattn/go-sqlite3', 'rusqlite', 'sqlite-jdbc'],
  MongoDB: ['mongo', 'mongodb', 'mongoid', 'mongoose', 'pymongo', 'motor'],
  'SQL Server': ['mssql', 'tiny_tds', 'sqlserver', 'pyodbc', 'mssql-jdbc'],
  Oracle: ['oracledb', 'cx_oracle', 'oracle_enhanced', 'ruby-oci8'],
  Redis: ['redis', 'ioredis', 'hiredis', 'redis/go-redis', 'jedis'],
  Elasticsearch: ['elasticsearch', '@elastic/elasticsearch', 'opensearch'],
};

const databaseByPackage = new Map(
  Object.entries(DATABASES).flatMap(([database, names]) => names.map((name) => [name, database] as const)),
);
const ranks = new Map([...RUNTIMES, ...FRAMEWORKS].map((name, rank) => [name, rank]));

/** `github.com/jackc/pgx/v5` → `jackc/pgx` */
const normalisedName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^[\w.-]+\.\w+\/(?=[^/]+\/)/, '')
    .replace(/\/v\d+$/, '');

export const databaseOfPackage = (name: string): string | undefined => databaseByPackage.get(normalisedName(name));

const rankOf = (name: string): number =>
  ranks.get(normalisedName(name)) ?? (databaseOfPackage(name) === undefined ? ranks.size + 1 : ranks.size);

/** Most informative first: runtimes, frameworks, databases; then the others in their order. */
export const mainFirst = (stack: Stack): Stack => [...stack].sort((a, b) => rankOf(a[0]) - rankOf(b[0]));

/**
 * The databases: each once, with the version of its server if it is known. A driver's version says nothing about the
 * server, and is shown as the driver's.
 *
 *     pg 1.5.4                 →  PostgreSQL (pg 1.5.4)
 *     postgres 16 (an image)   →  PostgreSQL 16
 */
export function databasesIn(drivers: Stack, servers: Stack): string[] {
  const labels = new Map<string, string>();
  for (const [name, version] of servers) {
    const database = databaseOfPackage(name);
    const known = database === undefined ? undefined : labels.get(database);
    if (database !== undefined && (known === undefined || known === database))
      labels.set(database, version === '' ? database : `${database} ${version}`);
  }
  for (const [name, version] of drivers) {
    const database = databaseOfPackage(name);
    if (database !== undefined && (!labels.has(database) || labels.get(database) === database))
      labels.set(database, `${database} (${name} ${version})`);
  }
  return [...labels.values()];
}
