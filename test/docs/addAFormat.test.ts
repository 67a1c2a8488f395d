/** The parser that docs/add-a-format.md builds: it has the types of the sources, and cuts its format. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawDocument } from '../parse/document/drawDocument.js';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const page = readFileSync(path('docs/add-a-format.md'), 'utf8');

/** In a folder that git ignores, so that no test of the whole project sees it. */
let folder: string;
beforeAll(() => {
  mkdirSync(path('coverage'), { recursive: true });
  folder = mkdtempSync(path('coverage/format-'));
  const code = /```ts\n(.*?documentParser.*?)```/s.exec(page)?.[1] ?? '';
  writeFileSync(join(folder, 'tiddlywiki.ts'), code.replaceAll(`from './`, `from '../../src/parse/`));
  writeFileSync(join(folder, 'tsconfig.json'), `{ "extends": "../../tsconfig.json", "include": ["*.ts"] }`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has the types of the sources', () => {
  const compiler = path('node_modules/typescript/bin/tsc');
  // It prints what is wrong, and fails.
  expect(execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })).toBe('');
});

it('reads headings and paragraphs', async () => {
  const { tiddlywiki } = await import(join(folder, 'tiddlywiki.ts'));
  const drawn = drawDocument(tiddlywiki, '! Oak\n\nHard wood.\n\n!! Bark\n\nRough.\n\n! Elm\n\nTough.\n');
  expect(drawn).toMatchInlineSnapshot(`
    "section Oak [1-8]
      paragraph [3]
      section Bark [5-8]
        paragraph [7]
    section Elm [9-11]
      paragraph [11]"
  `);
});
