/** An artifact is shown from its chunks alone, every character at its place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { ingest } from '../../src/sync/ingest.js';
import { artifact } from '../../src/view/indexedView.js';
import { filesOf } from '../../src/view/overview.js';
import { folder } from '../folder.js';
import { ARTIFACTS } from './served.js';

const word = fc.constantFrom('oak', 'Ünter', '🌲', 'a', '# Elm', '- one', '| a | b |', 'long'.repeat(12));
const space = fc.constantFrom(' ', '\n', '\n\n', '\n\n\n \n', '\t');
const text = fc
  .array(fc.tuple(word, space), { minLength: 1, maxLength: 400 })
  .map((pairs) => pairs.map((pair) => pair.join('')).join(''));

describe('an artifact', () => {
  it('has every word and every line break at its place', async () => {
    const engine = await open(folder(), { index: ':memory:', embedder: 'none' });
    const sizing = { threshold: 400, size: 400, overlap: 8, digits: 12 } as const;
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('a.md', 'a.txt'), async (content, filename) => {
        const taken = { content: Buffer.from(content), filename, type: 'note', sourceSystem: 'x' } as const;
        const { artifactId } = await ingest(engine.store, taken, { sizing });
        const { text: shown, chunks } = await artifact(engine, artifactId);
        const end = Math.max(...chunks.map(({ charEnd }) => charEnd));
        const lines = (part: string): readonly string[] => part.split('\n').map((line) => line.trimEnd());
        expect(lines(shown).map((line) => line.trim())).toEqual(
          lines(content.slice(0, end)).map((line) => line.trim()),
        );
        expect(shown).toHaveLength(end);
        for (const { charStart, charEnd, outline } of chunks)
          if (outline === null) expect(shown.slice(charStart, charEnd)).toBe(content.slice(charStart, charEnd));
      }),
      { numRuns: 40 },
    );
    await engine.close();
  });

  it('is listed with its metadata', async () => {
    const engine = await open(folder(), { index: ':memory:', embedder: 'none' });
    for (const one of ARTIFACTS) await engine.ingest(one);
    const { artifacts } = await filesOf({ engine, sync: {}, write: false, budget: 1, format: 'json' });
    expect(artifacts).toMatchObject([
      { type: 'email', system: 'gmail', title: 'Yew for the bows', ts: '2026-05-04T10:00:00Z', sensitivity: 'normal' },
      { type: 'chat', system: 'slack', title: ARTIFACTS[1].title, ts: '', sensitivity: 'sensitive' },
    ]);
    await engine.close();
  });
});
