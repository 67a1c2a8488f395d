import { z } from 'zod';
import { FroeError } from '../../errors.js';
import { tool } from '../tool.js';

export const artifactForget = tool({
  name: 'artifact_forget',
  description: 'Remove artifacts with all their chunks.',
  input: z.object({ ids: z.array(z.string()).min(1).max(100).describe('art_…') }),
  output: z.object({ forgotten: z.array(z.string()), missing: z.array(z.string()) }),
  writes: { destructive: true },
  async run({ ids }, { workspace }) {
    const files = ids.filter((id) => !id.startsWith('art_'));
    // A file would be indexed again by the next run.
    if (files.length > 0)
      throw new FroeError('bad-option', `${files.join(', ')}: not an artifact id`, 'Artifact ids start with art_.');
    const forgotten = [...(await workspace.engine.forget(ids))];
    const missing = ids.filter((id) => !forgotten.includes(id));
    const lines = [...forgotten.map((id) => `forgot ${id}\n`), ...missing.map((id) => `no ${id}\n`)];
    return { text: lines.join(''), data: { forgotten, missing } };
  },
});
