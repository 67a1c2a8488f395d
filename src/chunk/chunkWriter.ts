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

/** Room for one character: none has more tokens than this in any common tokenizer. */
const MIN_ROOM_TOKENS = 4;
const UNCUT = { index: 1, of: 1 } as const;

export class ChunkWriter {
  readonly chunks: Chunk[] = [];
  readonly ruler: Ruler;
  readonly #source: Source;
  readonly #root: Node;
  readonly #settings: CutSettings;
  readonly #namer: ChunkNamer;
  readonly #recordBuilder: RecordBuilder;
  #coveredEnd = 0;

  constructor(source: Source, root: Node, settings: CutSettings) {
    const { tokenizer, parser } = settings;
    this.ruler = tokenizer.ruler?.(source.text) ?? plainRuler(source.text, tokenizer);
    this.#source = source;
    this.#root = root;
    this.#settings = settings;
    this.#recordBuilder = new RecordBuilder(source, root.name);
    this.#namer = new ChunkNamer(source, root, parser, settings.limits, this.#recordBuilder);
  }

  /** Takes all chunks that will be written, since the name of one depends on the others. */
  register(drafts: readonly DraftChunk[]): void {
    this.#namer.register(drafts);
  }

  /** The limits less the document's own prefix: a first guess, corrected chunk by chunk. */
  limitsWithoutPrefix(): Limits {
    const { limits, tokenizer } = this.#settings;
    const maxTokens =
      limits.maxTokens -
      tokenizer.count(
        this.#prefixFor(this.#recordBuilder.documentNames(), { start: 0, end: this.#source.text.length }),
      );
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
    const names = whole ? this.#recordBuilder.documentNames() : this.#namer.names(draft);
    const prefix = this.#prefixFor(names, draft);
    const notes = this.#settings.notes?.(this.#prefixInput(names, draft)) ?? '';
    let context = '';
    for (const lead of draft.leads) context += text.slice(lead.start, lead.end);
    context += notes;
    context += this.#signatures(draft, prefix + context);
    const textBefore = prefix + context;
    const tokens = this.ruler.tokens(draft.start, draft.end);
    const totalTokens = textBefore === '' ? tokens : this.#tokensAfter(textBefore, draft);
    if (totalTokens > this.#settings.limits.maxTokens) this.#cutAgain(draft, textBefore, attempt);
    else this.#emit(draft, tokens, whole, names, prefix, context);
  }

  #tokensAfter(textBefore: string, { start, end }: Span): number {
    const { tokenizer } = this.#settings;
    return (
      this.ruler.tokensAfter?.(textBefore, start, end) ??
      tokenizer.count(textBefore + this.#source.text.slice(start, end))
    );
  }

  /** Signatures of the unit's members: as many as leave room for its head. */
  #signatures({ head, start, end }: DraftChunk, textBefore: string): string {
    const { signatures, limits, tokenizer } = this.#settings;
    if (!head || !signatures) return '';
    const ownText = this.#source.text.slice(start, end);
    const fits = (rendered: string): boolean =>
      tokenizer.count(textBefore + rendered + ownText, limits.maxTokens) <= limits.maxTokens;
    return signatures(this.#source.text, head.node, fits) ?? '';
  }

  /** The synthetic chunk of a unit, if it fits and is not empty. */
  outline(branch: Branch): void {
    const { outline, limits, tokenizer, parser } = this.#settings;
    if (!outline) return;
    const names = this.#namer.names({
      owner: branch,
      shows: [branch],
      start: branch.node.start,
      end: branch.node.end,
    });
    const prefix = this.#prefixFor(names, branch.node);
    const fits = (rendered: string): boolean =>
      rendered.length <= limits.maxChars && tokenizer.count(prefix + rendered, limits.maxTokens) <= limits.maxTokens;
    const rendered = outline(this.#source.text, branch.node, fits);
    if (rendered === undefined) return;
    const { start, end } = branch.node;
    const id = this.#namer.ids.unique(`${this.#namer.ids.of(branch)}:outline`);
    const parent = namedParent(branch);
    this.chunks.push(
      this.#recordBuilder.build({
        start,
        body: start,
        end,
        id,
        parentId: parent ? this.#namer.ids.of(parent) : this.#source.docId,
        sourceType: parser.sourceType,
        chunkType: parser.chunkType({ node: branch.node, whole: false, part: false }),
        tokenCount: tokenizer.count(rendered),
        names,
        depth: branch.depth,
        position: this.chunks.length,
        partIndex: 1,
        partOf: 1,
        prefix,
        metadata: this.#baseMetadata(),
        fields: this.#fields(branch, [branch], rendered),
        synthetic: rendered,
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

  #cutAgain(draft: DraftChunk, textBefore: string, attempt: number): void {
    const { text, path } = this.#source;
    const { limits, tokenizer } = this.#settings;
    const roomTokens = Math.floor((limits.maxTokens - tokenizer.count(textBefore)) * 0.75 ** attempt);
    if (roomTokens < MIN_ROOM_TOKENS && draft.leads.length > 0) {
      // Each lead alone leaves room, but several nested ones may not. The outermost says least.
      this.write({ ...draft, leads: draft.leads.slice(1) });
      return;
    }
    if (roomTokens < MIN_ROOM_TOKENS) {
      const message = `${path}: no character fits into ${limits.maxTokens} tokens with its prefix`;
      throw new FroeError('bad-option', message, 'Raise maxTokens or shorten the prefix.');
    }
    const tighter = { ...limits, maxTokens: roomTokens, overlap: 0 };
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
    const branch = whole ? draft.owner : this.#namer.subject(draft);
    const isSingleUnit = (shows.length === 1 && shows[0] === branch) || this.#namer.isBody(draft);
    const { index: partIndex, of: partOf } = draft.part ?? UNCUT;
    this.chunks.push(
      this.#recordBuilder.build({
        start,
        // If a blank chunk was left out before this one, the repeated text begins with text that no chunk has.
        body: Math.min(draft.body, Math.max(start, this.#coveredEnd)),
        end,
        id: whole ? this.#source.docId : this.#namer.id(draft),
        parentId: whole ? null : this.#namer.parentId(draft),
        sourceType: parser.sourceType,
        chunkType: parser.chunkType({ node: branch.node, whole, part: !whole && (partOf > 1 || !isSingleUnit) }),
        tokenCount,
        names,
        depth: branch.depth,
        position: this.chunks.length,
        partIndex,
        partOf,
        prefix,
        context,
        heading: this.#namer.heading(branch),
        metadata: this.#metadataOf(draft),
        fields: this.#fields(branch, shows, this.#source.text.slice(start, end)),
      }),
    );
    this.#coveredEnd = end;
  }

  /** The metadata of every chunk. */
  #baseMetadata(): Record<string, unknown> {
    const { tokenizer, parser } = this.#settings;
    const metadata: Record<string, unknown> = { tokenizer: tokenizer.name, parser: parser.id };
    if (this.#source.decoding.replaced > 0) metadata.decoding = this.#source.decoding;
    return metadata;
  }

  /** With that of this one: the names of all it shows, if several, its weight, whether it is the head of a unit. */
  #metadataOf({ shows, weight, head }: DraftChunk): Record<string, unknown> {
    const metadata = this.#baseMetadata();
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
    return this.#settings.prefix?.(this.#prefixInput(names, span)) ?? '';
  }

  #prefixInput(names: ScopeNames, { start, end }: Span): Prefixed {
    const { path, language } = this.#source;
    const { name, fullName, parentContext, breadcrumb } = names;
    return { name, fullName, parentContext, breadcrumb, filePath: path, language, charStart: start, charEnd: end };
  }
}
