/**
 * What a piece is embedded with: where it stands. A function called `get` is
 * found by the words of its class and its path, too.
 *
 *     src/client.py › Client › get
 *     def get(self, url): …
 *
 * No line numbers and no counts: a piece that only moves keeps its vector.
 */
import type { Prefix } from '../chunk/writer.js';
import type { Chunk } from '../schema.js';

/** Part of every vector's key: another wording, and no vector fits any more. */
export const PREFIX_VERSION = 2;

/** Characters of one name, and of all: a macro taken for a name must not push out the text. */
const NAME = 80;
const ALL = 240;

export const placePrefix: Prefix = ({ filePath, breadcrumb }) => {
  const [, ...below] = breadcrumb.slice(2).split(' › ');
  return `${clipped([filePath, ...below.map((name) => clipped(name, NAME))].join(' › '), ALL)}\n`;
};

/** The end says more than the beginning. Half of a surrogate pair says nothing. */
const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `…${text.slice(1 - most).replace(/^[\udc00-\udfff]/, '')}`;

/** The very text whose hash is `embedHash`; where that is the content's own, nothing was put before it. */
export function embedText(chunk: Chunk, prefix: Prefix = placePrefix): string {
  const { metadata, context = '', content } = chunk;
  // Set by sync/contextLines.ts, which then works out the hash anew.
  const line = typeof metadata.context_line === 'string' ? `${metadata.context_line}\n` : '';
  if (line === '' && chunk.embedHash === chunk.contentHash) return content;
  return prefix(chunk) + line + context + content;
}
