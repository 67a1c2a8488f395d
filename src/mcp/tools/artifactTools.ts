import { z } from 'zod';
import { artifactTypes } from '../../engine/indexes.js';
import { sensitivities } from '../../engine/results.js';
import { FroeError } from '../../errors.js';
import { tool } from '../tool.js';

/** Checked by hand: as a pattern in the schema it would cost every client two hundred tokens. */
const isTime = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

/** An artifact without a name gets its id from its text. */
const NAMELESS = 'note.txt';

export const artifactIngest = tool({
  name: 'artifact_ingest',
  description: 'Store a mail, document, chat or note for search. The same source_id replaces it.',
  input: z.object({
    content: z.string().min(1),
    type: z.enum(artifactTypes).optional().describe('determines how it is split; note and doc: detected'),
    filename: z.string().optional().describe('a hint at its format'),
    source_system: z.string().min(1).default('mcp'),
    source_id: z.string().min(1).optional(),
    title: z.string().optional(),
    sensitivity: z.enum(sensitivities).optional(),
    ts: z.string().refine(isTime, 'Not an ISO 8601 time').optional().describe('ISO 8601'),
  }),
  output: z.object({
    artifact_id: z.string(),
    is_chunked: z.boolean(),
    num_chunks: z.int(),
    token_count: z.int(),
    stored_ids: z.array(z.string()),
    unchanged: z.boolean(),
  }),
  writes: { destructive: false },
  async run({ content, filename = '', type, source_system, source_id, title, sensitivity, ts }, { workspace }) {
    const { artifactId, isChunked, numChunks, tokenCount, storedIds, unchanged } = await workspace.engine.ingest({
      content: Buffer.from(content),
      filename: filename.replace(/^.*[/\\]/s, '') || NAMELESS, // a name, not a path
      ...(type === undefined && filename !== '' ? {} : { type: type ?? 'note' }),
      sourceSystem: source_system,
      ...(source_id === undefined ? {} : { sourceId: source_id }),
      ...(title === undefined ? {} : { title }),
      ...(sensitivity === undefined ? {} : { sensitivity }),
      ...(ts === undefined ? {} : { ts }),
    });
    const chunks = isChunked ? `${numChunks} chunks` : 'whole';
    return {
      text: `${artifactId}: ${unchanged ? 'unchanged' : `kept, ${chunks}`}\n`,
      data: {
        artifact_id: artifactId,
        is_chunked: isChunked,
        num_chunks: numChunks,
        token_count: tokenCount,
        stored_ids: [...storedIds],
        unchanged,
      },
    };
  },
});

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
