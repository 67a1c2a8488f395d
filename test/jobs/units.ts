/** Files of an application → the chunks of one of them, without an index. */
import { prepare } from '../../src/jobs/prepare.js';
import type { PlainData } from '../../src/parse/pack.js';
import { packNamed, packs } from '../../src/parse/packs.js';
import type { Chunk } from '../../src/schema.js';
import type { PreparedSource } from '../../src/store/store.js';

export interface PrepareSettings {
  readonly maxTokens?: number;
  readonly unitTokens?: number;
  readonly frequency?: string;
}

export async function preparedWith(
  files: Readonly<Record<string, string>>,
  path: string,
  settings: PrepareSettings = {},
): Promise<PreparedSource> {
  const pack = packs.find((one) => one.claims(path));
  const facts = new Map<string, PlainData>();
  for (const [name, text] of Object.entries(files)) {
    const fileFacts =
      packs.find((one) => one.claims(name)) === pack ? await pack?.facts({ path: name, text }) : undefined;
    if (fileFacts !== undefined) facts.set(name, fileFacts);
  }
  const around = pack?.survey(facts)(path);
  const { maxTokens, unitTokens, frequency } = settings;
  const row = { tree: 'main', path, recipe: '', size: 0, mtime: 0, hash: '' };
  const surroundings = pack && packNamed(pack.name) ? { pack: pack.name, around, frequency } : undefined;
  const result = await prepare(
    files[path],
    row,
    maxTokens === undefined ? {} : { maxTokens },
    surroundings,
    unitTokens,
  );
  if (!('prepared' in result)) throw new Error(`${path} was not prepared`);
  return result.prepared;
}

export const itemsOf = async (...args: Parameters<typeof preparedWith>): Promise<readonly Chunk[]> =>
  (await preparedWith(...args)).chunks.map(({ chunk }) => chunk);

/** Ids without the document; synthetic chunks are starred. */
export const idsOf = (chunks: readonly Chunk[]): string[] =>
  chunks.map(({ id, docId, synthetic }) => `${id.slice(docId.length)}${synthetic ? ' *' : ''}`);
