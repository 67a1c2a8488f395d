/** Where files are cut that are made of many small things: never inside one that would have fitted. */
import { expect, it } from 'vitest';
import { chunk } from '../../../src/pipeline/chunk.js';

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i + 1)}\n`).join('');

const files: readonly (readonly [path: string, text: string, cuts: readonly string[]])[] = [
  [
    'shop.sql',
    `-- What is sold.\nCREATE TABLE items (\n${lines(6, (n) => `  column_${n} integer NOT NULL,`)}  id integer\n);\n\nCREATE INDEX by_id ON items (id);\n\n-- What is cheap.\nCREATE VIEW cheap AS\n${lines(4, (n) => `  SELECT ${n} AS price_of_it UNION`)}  SELECT 5 AS price_of_it;\n`,
    ['items 1-11', 'shop.sql 12-13', 'cheap 14-20'],
  ],
  [
    'main.tf',
    `variable "region" {\n  type = string\n}\n\n# The machine.\nresource "aws_instance" "web" {\n${lines(8, (n) => `  setting_${n} = "value ${n}"`)}}\n`,
    ['variable.region 1-4', 'resource.aws_instance.web 5-15'],
  ],
  [
    'Dockerfile',
    `FROM node:20 AS build\n${lines(6, (n) => `RUN npm run step-${n} --silent`)}\nFROM nginx\n${lines(6, (n) => `COPY --from=build /dist/${n} /srv`)}`,
    ['build 1-8', 'nginx 9-15'],
  ],
  [
    'Makefile',
    `build: main.c\n${lines(5, (n) => `\tcc -c part_${n}.c -o part_${n}.o`)}\ntest: build\n${lines(5, (n) => `\t./check --suite suite_${n}`)}`,
    ['build 1-7', 'test 8-13'],
  ],
  [
    'api.graphql',
    `"""\nAll that is sold.\n"""\ntype Item {\n${lines(8, (n) => `  field${n}: String!`)}}\n\nenum Colour {\n${lines(12, (n) => `  COLOUR_${n}`)}}\n`,
    ['Item 1-14', 'Colour 15-28'],
  ],
  [
    'task.dart',
    `/// Loads it.\nFuture<void> load(String path) async {\n${lines(6, (n) => `  await step(${n}, path);`)}}\n\nvoid save(String path) {\n${lines(6, (n) => `  write(${n}, path);`)}}\n`,
    ['load 1-10', 'save 11-18'],
  ],
  [
    'count.erl',
    `count([]) ->\n    0;\ncount([_ | Rest]) ->\n    1 + count(Rest).\n\n${lines(8, (n) => `name(${n}) -> <<"number ${n}">>;`)}name(_) -> none.\n`,
    ['count 1-5', 'name 6-14'],
  ],
  [
    'Basket.vue',
    `<script setup lang="ts">\n/** Puts more in. */\nfunction add() {\n${lines(8, (n) => `  put(${n}, basket);`)}}\n\nfunction clear() {\n${lines(8, (n) => `  take(${n}, basket);`)}}\n</script>\n\n<template>\n${lines(8, (n) => `  <p>${n}</p>`)}</template>\n`,
    ['script 1-1', 'add 2-13', 'clear 14-23', 'script 24-25', 'template 26-35'],
  ],
];

it.each(files)('%s', async (path, text, cuts) => {
  const { chunks, diagnostics } = await chunk(text, { path, maxTokens: 100, minTokens: 0, outlines: false });
  expect(chunks.map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`)).toEqual(cuts);
  expect(diagnostics).toEqual([]);
});
