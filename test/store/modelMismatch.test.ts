/** What is said when an index holds vectors of another model: each hint is a command that helps. */
import { expect, it } from 'vitest';
import { modelMismatch } from '../../src/store/mismatch.js';

const builtin = { id: 'froe/builtin-3', dimensions: 512 };

it.each([
  [
    { id: 'froe/builtin-2', dimensions: 256 },
    'The index holds vectors of an earlier built-in model (froe/builtin-2)',
    'Embed its chunks again: froe index --embedder builtin',
  ],
  [
    { ...builtin, dimensions: 256 },
    'The index holds vectors of builtin (256 dimensions), not of builtin (512)',
    'Use that model (--embedder builtin --dimensions 256), or embed everything again: froe index --embedder builtin --re-embed',
  ],
  [
    { id: 'voyage:voyage-code-3', dimensions: 1024, unfinished: true as const },
    'The index holds vectors of voyage/voyage-code-3 (1024 dimensions), not of builtin (512)',
    'They are incomplete. To replace them: froe index --embedder builtin',
  ],
])('%j', (stored, message, hint) => {
  expect(modelMismatch(stored, builtin)).toMatchObject({ code: 'other-model', message, hint });
});
