/**
 * Real files at three budgets: the promises are proved, and the cut is compared
 * with a drawing of it in test/golden/, in one loop.
 *
 *     --8<-- {position} {chunk type} {id} {lines} {tokens}t[ +{code units} repeated]
 *     the chunk's own text, without what it repeats of the chunk before
 *
 * Read down, a drawing less its `--8<--` lines is the file, save for these signs:
 *
 *     #name~2   the id, without the `main:file` all of them start with; `.` is the file itself
 *     ↩         no line break here: the chunk ends inside a line, which goes on below
 *     ␍         a carriage return, before the line break that follows it
 *     --8<-- gap {kind} {code units}
 *               text that no chunk holds: a byte order mark, or white space
 *
 * After a change: `npx vitest run test/golden.test.ts -u`, then read the diff.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chunk } from '../src/pipeline/chunk.js';
import { prove } from '../src/pipeline/verify.js';
import type { Chunk } from '../src/schema.js';
import { tokenizer } from '../src/text/tokens/index.js';
import type { Cut } from '../src/types.js';

const SCISSORS = '--8<--';
const signs = /--8<--|[↩␍]/u;
const budgets = [64, 256, 1024] as const;
/** Folders are whole projects, for other tests. */
const fixtures = readdirSync(new URL('fixtures', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.gitattributes')
  .map(({ name }) => name);
const counter = tokenizer('cl100k_base');

/** The whole source with its cuts drawn in. */
function draw({ chunks, gaps }: Cut, path: string): string {
  const items = chunks.map((item) => ({ at: item.charStart + item.overlapChars, drawn: drawChunk(item, path) }));
  const holes = gaps.map((gap) => ({ at: gap.start, drawn: `${SCISSORS} gap ${gap.kind} ${gap.end - gap.start}\n` }));
  const parts = [...items, ...holes].sort((a, b) => a.at - b.at);
  return parts.map((part) => part.drawn).join('');
}

function drawChunk(item: Chunk, path: string): string {
  const id = item.id.replace(`main:${path}`, '') || '.';
  const repeated = item.overlapChars > 0 ? ` +${item.overlapChars} repeated` : '';
  const lines = `${item.startLine}-${item.endLine}`;
  const own = item.content.slice(item.overlapChars).replaceAll('\r', '␍');
  const closed = own.endsWith('\n') ? own : `${own}↩\n`;
  return `${SCISSORS} ${item.position} ${item.chunkType} ${id} ${lines} ${item.tokenCount}t${repeated}\n${closed}`;
}

it('has no golden file without a fixture', () => {
  const wanted = new Set(fixtures.flatMap((path) => budgets.map((budget) => `${path}.${budget}.txt`)));
  expect(readdirSync(new URL('golden', import.meta.url)).filter((name) => !wanted.has(name))).toEqual([]);
});

describe.each(fixtures)('%s', (path) => {
  const bytes = readFileSync(new URL(`fixtures/${path}`, import.meta.url));

  it('contains none of the marks that golden files use', () => {
    expect(bytes.toString()).not.toMatch(signs);
  });

  it.each(budgets)('in %i tokens', async (maxTokens) => {
    const cut = await chunk(bytes, { path, maxTokens });
    expect(prove({ bytes, chunks: cut.chunks, tokenizer: counter, maxTokens }).failures).toEqual([]);
    expect(cut.diagnostics).toEqual([]);
    await expect(draw(cut, path)).toMatchFileSnapshot(`golden/${path}.${maxTokens}.txt`);
  });
});
