/** Files that documents and comments name exist. A name may leave out the folders before it: `chunk/levels.ts`, `levels.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Of made-up trees, in examples. */
const examples = new Set(
  [
    'src/a.ts src/app.ts src/lexer.ts src/list.ts src/parser.ts packages/core/net.ts chunks.mjs',
    'src/client.ts api/src/client.ts web/src/page.ts shop/api/src/client.ts shop/web/src/page.ts',
  ]
    .join(' ')
    .split(' '),
);
const folders = ['bench', 'docs', 'eval', 'examples', 'scripts', 'site', 'src', 'test', 'train', 'web'];
const NAME = /(?<![\w./*-])(?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|mjs)\b/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*|-- [^\n]*/g;

const files = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => !/node_modules|fixtures/.test(file)),
  ),
];
/** Every end of every path. */
const ends = new Set(files.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(i).join('/'))));
const missingIn = (text: string): readonly string[] =>
  [...text.matchAll(NAME)].map(([name]) => name).filter((name) => !examples.has(name) && !ends.has(name));

const pages = files.filter((file) => /^(?:docs\/)?[\w-]+\.md$/.test(file) && file !== 'CHANGELOG.md');
const sources = files.filter((file) => /^src\/.*\.ts$/.test(file));

it.each([
  ['documents', pages, (text: string) => text],
  ['comments', sources, (text: string) => (text.match(COMMENT) ?? []).join('\n')],
])('%s name only existing files', (_, where, read) => {
  expect(where.length).toBeGreaterThan(10);
  const missing = where.flatMap((file) =>
    missingIn(read(readFileSync(file, 'utf8'))).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** `src/chunk/cutter.ts   the one cutting loop; levels.ts …`: where the line is about, and what it says. */
const tree = [...readFileSync('AGENTS.md', 'utf8').matchAll(/^([\w./-]+\/[\w.-]*) +(.*)$/gm)].map(([, path, text]) => ({
  path: path.replace(/\/$/, ''),
  text,
}));

it('the tree of AGENTS.md matches the files', () => {
  const there = new Set(files);
  expect(tree.length).toBeGreaterThan(20);
  expect(tree.map(({ path }) => path).filter((path) => !there.has(path))).toEqual([]);
  const below = (path: string): string => (path.includes('.') ? path.replace(/\/[^/]*$/, '') : path);
  const missing = tree.flatMap(({ path, text }) => {
    const names = [...text.matchAll(NAME)].map(([name]) => name).filter((name) => !name.includes('/'));
    const inside = files.filter((file) => file.startsWith(`${below(path)}/`));
    return names.filter((name) => !inside.some((file) => file.endsWith(`/${name}`))).map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});
