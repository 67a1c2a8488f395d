import { z } from 'zod';
import { sensitivities } from '../../store/sensitivity.js';
import { artifactTypes } from '../../sync/artifact.js';
import { tool } from '../tool.js';

/** A check of its own: as a pattern it would cost every client two hundred tokens. */
const isTime = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

export const artifactIngest = tool({
  name: 'artifact_ingest',
  description: 'Keep a mail, document, chat or note so that search finds it. The same source_id replaces it.',
  input: z.object({
    content: z.string().min(1),
    filename: z.string().default('note.md').describe('says what the text is'),
    type: z.enum(artifactTypes).default('note'),
    source_system: z.string().min(1).default('mcp'),
    source_id: z.string().min(1).optional(),
    title: z.string().optional(),
    sensitivity: z.enum(sensitivities).optional(),
    ts: z.string().refine(isTime, 'No time as ISO 8601 has it').optional().describe('ISO 8601'),
  }),
  output: z.object({
    artifact_id: z.string(),
    is_chunked: z.boolean(),
    num_chunks: z.int(),
    stored_ids: z.array(z.string()),
    unchanged: z.boolean(),
  }),
  writes: { destructive: false },
  async run({ content, filename, type, source_system, source_id, title, sensitivity, ts }, { workspace }) {
    const { artifactId, isChunked, numChunks, storedIds, unchanged } = await workspace.engine.ingest({
      content: Buffer.from(content),
      filename: filename.replace(/^.*[/\\]/s, '') || 'note.md', // a name, not a place
      type,
      sourceSystem: source_system,
      ...(source_id === undefined ? {} : { sourceId: source_id }),
      ...(title === undefined ? {} : { title }),
      ...(sensitivity === undefined ? {} : { sensitivity }),
      ...(ts === undefined ? {} : { ts }),
    });
    const pieces = isChunked ? `${numChunks} pieces` : 'whole';
    return {
      text: `${artifactId}: ${unchanged ? 'unchanged' : `kept, ${pieces}`}\n`,
      data: {
        artifact_id: artifactId,
        is_chunked: isChunked,
        num_chunks: numChunks,
        stored_ids: [...storedIds],
        unchanged,
      },
    };
  },
});
