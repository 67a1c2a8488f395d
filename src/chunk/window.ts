/**
 * The token window, for text whose structure is unknown or does not matter: an
 * artifact of at most `threshold` tokens stays whole, a longer one is cut into
 * windows of `size` tokens with an overlap of `overlap`.
 *
 *     5,400 tokens, size 900, overlap 100:
 *     0 ── 900
 *       800 ── 1700
 *            1600 ── 2500 …              4800 ── 5400      seven windows
 *
 * It stops at the window that reaches the end, so none is inside the one before
 * it; a window never ends inside a character.
 */
import { checkArgument, inShort } from '../checkArgument.js';
import { FroeError } from '../errors.js';
import { windowSizing } from '../options.js';
import type { Chunk } from '../schema.js';
import { md5, sha256 } from '../text/hash.js';
import { plainRuler, type Tokenizer } from '../text/tokens/index.js';
import type { Cut, Source, Span } from '../types.js';
import { gapsIn, skipBlank } from './blank.js';
import { type ChunkLog, chunkDecision, textChunked } from './events.js';
import { RecordBuilder } from './recordBuilder.js';

export interface WindowSizing {
  readonly threshold: number;
  readonly size: number;
  readonly overlap: number;
}

/** Whether the text is long enough to be cut, and its tokens. */
export function shouldChunk(
  text: string,
  tokenizer: Tokenizer,
  threshold: number = windowSizing(process.env).threshold,
): [cut: boolean, tokens: number] {
  checkArgument('shouldChunk()', 'text', text);
  checkArgument('shouldChunk()', 'tokenizer', tokenizer);
  checkArgument('shouldChunk(): threshold', 'whole', threshold);
  const tokens = tokenizer.count(text);
  return [tokens > threshold, tokens];
}

/** `art_` and the start of a hash: of its origin, or else of its content. */
export function artifactId(
  from: { readonly content: string; readonly sourceSystem?: string; readonly sourceId?: string },
  digits: 12 | 8 = 12,
): string {
  checkArgument('artifactId()', 'object', from);
  checkArgument('artifactId(): content', 'text', from.content);
  if (digits !== 12 && digits !== 8)
    throw new FroeError('bad-option', `artifactId() expects 12 or 8 digits, not ${inShort(digits)}`);
  const key = from.sourceId === undefined ? from.content : `${from.sourceSystem ?? ''}:${from.sourceId}`;
  return `art_${sha256(key).slice(0, digits)}`;
}

/** `art_0123456789ab::chunk::003::c0ffee12` */
export const chunkId = (docId: string, index: number, contentHash: string): string =>
  `${docId}::chunk::${String(index).padStart(3, '0')}::${contentHash.slice(0, 8)}`;

export function cutWindows(
  source: Source,
  tokenizer: Tokenizer,
  sizing: Partial<WindowSizing> = {},
  log: ChunkLog = () => {},
): Cut {
  checkArgument('cutWindows()', 'source', source);
  checkArgument('cutWindows()', 'tokenizer', tokenizer);
  checkArgument('cutWindows(): sizing', 'object', sizing);
  checkArgument('cutWindows(): log', 'function', log);
  const wholeSizing = { ...windowSizing(process.env), ...sizing };
  checkSizing(wholeSizing, 'A token window needs overlap < size <= threshold');
  const { threshold, size, overlap } = wholeSizing;
  const { text } = source;
  const bomLength = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const content = bomLength === 0 ? text : text.slice(bomLength);
  if (skipBlank(content, 0, content.length) === content.length) {
    return { chunks: [], gaps: gapsIn(text, []), diagnostics: [] };
  }
  const [isCut, tokens] = shouldChunk(content, tokenizer, threshold);
  log(chunkDecision(source.docId, tokens, threshold));
  const spans = isCut ? windowSpans(content, tokenizer, size, overlap) : [{ start: 0, end: content.length }];
  const spansInSource = spans.map(({ start, end }) => ({ start: start + bomLength, end: end + bomLength }));
  const recordBuilder = new RecordBuilder(source);
  const chunks = spansInSource.map((span, i) => windowChunk(recordBuilder, source, tokenizer, span, i, spansInSource));
  const sizes = chunks.map(({ tokenCount }) => tokenCount);
  if (isCut) log(textChunked(source.docId, tokens, sizes, overlap));
  return { chunks, gaps: gapsIn(text, spansInSource), diagnostics: [] };
}

/** `rule`: what is required, in the names that the caller gives the three. */
export function checkSizing({ threshold, size, overlap }: WindowSizing, rule: string): void {
  if (overlap >= 0 && overlap < size && size <= threshold) return;
  const values = `${overlap}, ${size}, ${threshold}`;
  throw new FroeError('bad-option', `${rule}, not ${values}`, 'The defaults are 100, 900 and 1200.');
}

function windowSpans(text: string, tokenizer: Tokenizer, size: number, overlap: number): Span[] {
  const ends = tokenizer.tokenEnds?.(text);
  if (!ends)
    throw new FroeError(
      'bad-option',
      `Tokenizer '${tokenizer.name}' does not report token boundaries`,
      'Use cl100k_base or o200k_base for the window strategy.',
    );
  const ruler = tokenizer.ruler?.(text) ?? plainRuler(text, tokenizer);
  const spans: Span[] = [];
  for (let from = 0; ; from += size - overlap) {
    const start = from === 0 ? 0 : ends[from - 1];
    let to = Math.min(from + size, ends.length);
    // A text on its own can have a token more than in its context; then the window ends a token earlier.
    while (to > from + 1 && !ruler.fits(start, ends[to - 1], size)) to--;
    spans.push({ start, end: ends[to - 1] });
    if (to === ends.length) return spans;
    // After a window that ended early, the next one must still overlap it.
    from = Math.min(from, to - size + overlap);
  }
}

function windowChunk(
  recordBuilder: RecordBuilder,
  { docId, text }: Source,
  tokenizer: Tokenizer,
  { start, end }: Span,
  index: number,
  allSpans: readonly Span[],
): Chunk {
  const whole = allSpans.length === 1;
  return recordBuilder.build({
    start,
    body: index === 0 ? start : Math.max(start, allSpans[index - 1].end),
    end,
    id: (contentHash) => (whole ? docId : chunkId(docId, index, contentHash)),
    parentId: whole ? null : docId,
    sourceType: 'artifact',
    chunkType: whole ? 'artifact' : 'artifact_chunk',
    tokenCount: tokenizer.count(text.slice(start, end)),
    names: recordBuilder.documentNames(),
    depth: 0,
    position: index,
    partIndex: index + 1,
    partOf: allSpans.length,
    prefix: '',
    metadata: { tokenizer: tokenizer.name, parser: 'window', artifact_id: docId, chunk_index: index },
  });
}

/** How much of its text counts in the id that another tool gives a chunk. */
const PREVIEW_CHARS = 100;

/** The id of another tool, for compatibility: MD5 of path, line and the start of the text, 16 digits. */
export function aliasId(chunk: Pick<Chunk, 'filePath' | 'startLine' | 'content'>): string {
  checkArgument('aliasId()', 'object', chunk);
  checkArgument('aliasId(): content', 'text', chunk.content);
  return md5(`${chunk.filePath}:${chunk.startLine}:${chunk.content.slice(0, PREVIEW_CHARS)}`).slice(0, 16);
}
