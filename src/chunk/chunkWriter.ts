/**
 * Draft → record: named, located, hashed, and counted on the exact string that is
 * embedded. A chunk that turns out too large with its prefix is cut again,
 * smaller; this is the last pass.
 */
import { FroeError } from '../errors.js';
import { type Limits, withMaxTokens } from '../options.js';
import type { ParserFields } from '../parse/parser.js';
import type { Chunk } from '../schema.js';
import { plainRuler, type Ruler } from '../text/tokens/index.js';
import type { Node, Source, Span } from '../types.js';
import { skipBlank } from './blank.js';
import { type Branch, namedParent, namePath } from './branch.js';
import { ChunkNamer } from './chunkNamer.js';
import type { CutSettings } from './cut.js';
import type { DraftChunk } from './draftChunk.js';
import { leadsAbove } from './draftChunk.js';
import { cutLeaf } from './leaf.js';
import { RecordBuilder, type ScopeNames } from './recordBuilder.js';

/** What a prefix is made from. */
export type Prefixed = ScopeNames & Pick<Chunk, 'filePath' | 'language' | 'charStart' | 'charEnd'>;

/** The text before a chunk's content when it is embedded. It counts towards the cap. */
export type Prefix = (chunk: Prefixed) => string;

/** No character has more tokens than this in any common tokenizer. */
const LEAST_ROOM = 4;
const UNCUT = { index: 1, of: 1 } as const;

export class ChunkWriter {
  readonly chunks: Chunk[] = [];
  readonly ruler: Ruler;
  readonly #source: Source;
  readonly #root: Node;
  readonly #settings: CutSettings;
  readonly #naming: ChunkNamer;
  readonly #placer: RecordBuilder;
  #covered = 0;

  constructor(source: Source, root: Node, settings: CutSettings) {
    const { tokenizer, parser } = settings;
    this.ruler = tokenizer.ruler?.(source.text) ?? plainRuler(source.text, tokenizer);
    this.#source = source;
    this.#root = root;
    this.#settings = settings;
    this.#placer = new RecordBuilder(source, root.name);
    this.#naming = new ChunkNamer(source, root, parser, settings.limits, this.#placer);
  }

  /** Takes all chunks that will be written, since the name of one depends on the others. */
  learn(drafts: readonly DraftChunk[]): void {
    this.#naming.learn(drafts);
  }

  /** The limits less the document's own prefix: a first guess, corrected chunk by chunk. */
  room(): Limits {
    const { limits, tokenizer } = this.#settings;
    const maxTokens =
      limits.maxTokens -
      tokenizer.count(this.#prefixFor(this.#placer.documentNames(), { start: 0, end: this.#source.text.length }));
    if (maxTokens < limits.maxTokens / 2) {
      const message = `The prefix takes more than half of maxTokens ${limits.maxTokens}`;
      throw new FroeError('bad-option', message, 'Shorten it, or raise maxTokens.');
    }
    return withMaxTokens(limits, maxTokens);
  }

  /** Each `attempt` leaves a quarter less room than the one before. */
  write(draft: DraftChunk, attempt = 0): void {
    const { text } = this.#source;
    if (skipBlank(text, draft.body, draft.end) === draft.end) return; // nothing visible: it becomes a gap
    const whole = this.#isWhole(draft);
    const names = whole ? this.#placer.documentNames() : this.#naming.names(draft);
    const prefix = this.#prefixFor(names, draft);
    const notes = this.#settings.notes?.(this.#prefixed(names, draft)) ?? '';
    let context = '';
    for (const lead of draft.leads) context += text.slice(lead.start, lead.end);
    context += notes;
    context += this.#signatures(draft, prefix + context);
    const before = prefix + context;
    const tokens = this.ruler.tokens(draft.start, draft.end);
    const shown = before === '' ? tokens : this.#tokensWith(before, draft);
    if (shown > this.#settings.limits.maxTokens) this.#cutAgain(draft, before, attempt);
    else this.#emit(draft, tokens, whole, names, prefix, context);
  }

  #tokensWith(before: string, { start, end }: Span): number {
    const { tokenizer } = this.#settings;
    return (
      this.ruler.tokensAfter?.(before, start, end) ?? tokenizer.count(before + this.#source.text.slice(start, end))
    );
  }

  /** Signatures of the unit's members: as many as leave room for its head. */
  #signatures({ head, start, end }: DraftChunk, before: string): string {
    const { signatures, limits, tokenizer } = this.#settings;
    if (!head || !signatures) return '';
    const own = this.#source.text.slice(start, end);
    const fits = (drawn: string): boolean =>
      tokenizer.count(before + drawn + own, limits.maxTokens) <= limits.maxTokens;
    return signatures(this.#source.text, head.node, fits) ?? '';
  }

  /** The synthetic chunk of a unit, if it fits and is not empty. */
  outline(branch: Branch): void {
    const { outline, limits, tokenizer, parser } = this.#settings;
    if (!outline) return;
    const names = this.#naming.names({
      owner: branch,
      shows: [branch],
      start: branch.node.start,
      end: branch.node.end,
    });
    const prefix = this.#prefixFor(names, branch.node);
    const fits = (drawn: string): boolean =>
      drawn.length <= limits.maxChars && tokenizer.count(prefix + drawn, limits.maxTokens) <= limits.maxTokens;
    const drawn = outline(this.#source.text, branch.node, fits);
    if (drawn === undefined) return;
    const { start, end } = branch.node;
    const id = this.#naming.ids.once(`${this.#naming.ids.of(branch)}:outline`);
    const parent = namedParent(branch);
    this.chunks.push(
      this.#placer.build({
        start,
        body: start,
        end,
        id,
        parentId: parent ? this.#naming.ids.of(parent) : this.#source.docId,
        sourceType: parser.sourceType,
        chunkType: parser.chunkType({ node: branch.node, whole: false, part: false }),
        tokenCount: tokenizer.count(drawn),
        names,
        depth: branch.depth,
        position: this.chunks.length,
        partIndex: 1,
        partOf: 1,
        prefix,
        metadata: this.#metadata(),
        fields: this.#fields(branch, [branch], drawn),
        synthetic: drawn,
      }),
    );
  }

  #fields(branch: Branch, shows: readonly Branch[], content: string): ParserFields | undefined {
    const { parser } = this.#settings;
    return parser.fields?.({
      source: this.#source,
      root: this.#root,
      node: branch.node,
      shows: shows.map(({ node }) => node),
      parents: () => namePath(branch).slice(0, branch.node.name ? -1 : undefined),
      content,
    });
  }

  #cutAgain(draft: DraftChunk, before: string, attempt: number): void {
    const { text, path } = this.#source;
    const { limits, tokenizer } = this.#settings;
    const room = Math.floor((limits.maxTokens - tokenizer.count(before)) * 0.75 ** attempt);
    if (room < LEAST_ROOM && draft.leads.length > 0) {
      // Each lead alone leaves room, but several nested ones may not. The outermost says least.
      this.write({ ...draft, leads: draft.leads.slice(1) });
      return;
    }
    if (room < LEAST_ROOM) {
      const message = `${path}: no character fits into ${limits.maxTokens} tokens with its prefix`;
      throw new FroeError('bad-option', message, 'Raise maxTokens or shorten the prefix.');
    }
    const tighter = { ...limits, maxTokens: room, overlap: 0 };
    const windows = cutLeaf(text, { start: draft.body, end: draft.end }, draft.owner.node.grain, this.ruler, tighter);
    windows.forEach((window, i) => {
      const leads = [
        ...draft.leads,
        ...leadsAbove(draft.owner, window.start).filter(({ start }) => start >= draft.start),
      ];
      this.write(
        { ...draft, ...window, leads, shows: [], head: undefined, part: { index: i + 1, of: windows.length } },
        attempt + 1,
      );
    });
  }

  #emit(
    draft: DraftChunk,
    tokenCount: number,
    whole: boolean,
    names: ScopeNames,
    prefix: string,
    context: string,
  ): void {
    const { parser } = this.#settings;
    const { start, end, shows } = draft;
    const branch = whole ? draft.owner : this.#naming.subject(draft);
    const alone = (shows.length === 1 && shows[0] === branch) || this.#naming.isBody(draft);
    const { index: partIndex, of: partOf } = draft.part ?? UNCUT;
    this.chunks.push(
      this.#placer.build({
        start,
        // If a blank chunk was left out before this one, the repeated text begins with text that no chunk has.
        body: Math.min(draft.body, Math.max(start, this.#covered)),
        end,
        id: whole ? this.#source.docId : this.#naming.id(draft),
        parentId: whole ? null : this.#naming.parentId(draft),
        sourceType: parser.sourceType,
        chunkType: parser.chunkType({ node: branch.node, whole, part: !whole && (partOf > 1 || !alone) }),
        tokenCount,
        names,
        depth: branch.depth,
        position: this.chunks.length,
        partIndex,
        partOf,
        prefix,
        context,
        heading: this.#naming.heading(branch),
        metadata: this.#metadataOf(draft),
        fields: this.#fields(branch, shows, this.#source.text.slice(start, end)),
      }),
    );
    this.#covered = end;
  }

  /** The metadata of every chunk. */
  #metadata(): Record<string, unknown> {
    const { tokenizer, parser } = this.#settings;
    const metadata: Record<string, unknown> = { tokenizer: tokenizer.name, parser: parser.id };
    if (this.#source.decoding.replaced > 0) metadata.decoding = this.#source.decoding;
    return metadata;
  }

  /** With that of this one: the names of all it shows, if several, its weight, whether it is the head of a unit. */
  #metadataOf({ shows, weight, head }: DraftChunk): Record<string, unknown> {
    const metadata = this.#metadata();
    const names: string[] = [];
    if (shows.length > 1) for (const { node } of shows) if (node.name) names.push(node.name);
    if (names.length > 1) metadata.names = names;
    if (weight !== 1) metadata.weight = weight;
    if (head) metadata.head = true;
    return metadata;
  }

  #isWhole({ owner, body, end }: DraftChunk): boolean {
    const { text } = this.#source;
    if (owner.depth > 0 || owner.node.continued) return false;
    return skipBlank(text, 0, body) === body && skipBlank(text, end, text.length) === text.length;
  }

  #prefixFor(names: ScopeNames, span: Span): string {
    return this.#settings.prefix?.(this.#prefixed(names, span)) ?? '';
  }

  #prefixed(names: ScopeNames, { start, end }: Span): Prefixed {
    const { path, language } = this.#source;
    const { name, fullName, parentContext, breadcrumb } = names;
    return { name, fullName, parentContext, breadcrumb, filePath: path, language, charStart: start, charEnd: end };
  }
}
