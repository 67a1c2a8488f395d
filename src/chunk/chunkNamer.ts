/** Names a chunk: its name, its path, its id, and the id of its parent. */
import type { Limits } from '../options.js';
import type { Parser } from '../parse/parser.js';
import type { Chunk } from '../schema.js';
import type { Node, Source } from '../types.js';
import { type Branch, NodeIds, namedParent, namePath, nearestNamed } from './branch.js';
import type { DraftChunk } from './draftChunk.js';
import type { RecordBuilder, ScopeNames } from './recordBuilder.js';

type NamerInput = Pick<DraftChunk, 'owner' | 'shows' | 'start' | 'end'>;

export class ChunkNamer {
  readonly ids: NodeIds;
  readonly #source: Source;
  readonly #parser: Parser;
  readonly #recordBuilder: RecordBuilder;
  /** How many chunks the own text of each section has; empty if sections share chunks. */
  readonly #bodyChunkCounts = new Map<Node, number>();
  readonly #chunkPerSection: boolean;
  #lastSubject: { readonly draft: NamerInput; readonly subject: Branch } | undefined;
  #lastNames: { readonly branch: Branch; readonly names: ScopeNames } | undefined;
  /** Between the parts of a path: `Client.get`, `Install > On a Mac`. */
  readonly #pathSeparator: string;

  constructor(source: Source, root: Node, parser: Parser, limits: Limits, recordBuilder: RecordBuilder) {
    this.ids = new NodeIds(source.docId, root, parser);
    this.#source = source;
    this.#parser = parser;
    this.#recordBuilder = recordBuilder;
    this.#pathSeparator = parser.anchors === 'slug' ? ' > ' : '.';
    this.#chunkPerSection = parser.headings === true && limits.granularity === 'node';
  }

  /** Takes all chunks of the source, before the first is named. */
  register(drafts: readonly DraftChunk[]): void {
    if (!this.#chunkPerSection) return;
    for (const { owner, shows } of drafts) {
      const { node } = nearestNamed(owner);
      if (!shows.some((shown) => shown.node.name))
        this.#bodyChunkCounts.set(node, (this.#bodyChunkCounts.get(node) ?? 0) + 1);
    }
  }

  /**
   * What a chunk is about: the first named node it shows, otherwise the one around it. A chunk of several sections is
   * about the section around them all, and is named after none of them. Cached, since it is needed several times.
   */
  subject(draft: NamerInput): Branch {
    if (this.#lastSubject?.draft === draft) return this.#lastSubject.subject;
    let first: Branch | undefined;
    let several = false;
    for (const shown of draft.shows) {
      if (!shown.node.name) continue;
      several = first !== undefined && this.#parser.headings === true;
      first ??= shown;
      if (several) break;
    }
    const named = several ? undefined : first;
    const subject = named ?? (several || this.isBody(draft) ? nearestNamed(draft.owner) : draft.owner);
    this.#lastSubject = { draft, subject };
    return subject;
  }

  names(draft: NamerInput): ScopeNames {
    const branch = this.subject(draft);
    if (!this.#parser.headings && draft.shows.length > 1) {
      const last = draft.shows.findLast(({ node }) => node.name);
      if (last && last !== branch) return this.#rangeNames(branch, last, draft.owner);
    }
    // The parts of a cut text follow each other and have the same names.
    if (this.#lastNames?.branch === branch) return this.#lastNames.names;
    const path = namePath(branch);
    if (path.length === 0 && this.#parser.describe) return this.#describedNames(draft, this.#parser.describe);
    const { filename } = this.#recordBuilder;
    const names = {
      name: path.at(-1) ?? filename,
      fullName: path.length > 0 ? path.join(this.#pathSeparator) : filename,
      parentContext: (branch.node.name ? path.slice(0, -1) : path).join(this.#pathSeparator),
      breadcrumb: this.#recordBuilder.breadcrumb(path),
    };
    this.#lastNames = { branch, names };
    return names;
  }

  /** A chunk without a name is described by its lines. */
  #describedNames({ start, end }: NamerInput, describe: NonNullable<Parser['describe']>): ScopeNames {
    const { offsets } = this.#source;
    const name = describe(this.#recordBuilder.filename, offsets.lineAt(start), offsets.lineAt(end - 1));
    return { name, fullName: name, parentContext: '', breadcrumb: this.#recordBuilder.breadcrumb([]) };
  }

  /** Several units in one chunk: it is named after the first and the last, and belongs to their parent. */
  #rangeNames(first: Branch, last: Branch, owner: Branch): ScopeNames {
    const ownerPath = namePath(owner);
    return {
      name: `${first.node.name} … ${last.node.name}`,
      fullName: `${namePath(first).join(this.#pathSeparator)} … ${namePath(last).join(this.#pathSeparator)}`,
      parentContext: ownerPath.join(this.#pathSeparator),
      breadcrumb: this.#recordBuilder.breadcrumb(ownerPath),
    };
  }

  /** The heading of a chunk's section; above the first heading, the document. */
  heading(subject: Branch): Pick<Chunk, 'title' | 'slug'> | undefined {
    if (!this.#parser.headings) return undefined;
    let at = subject;
    while (at.parent && !(at.node.name && this.#parser.isUnit(at.node, at.depth))) at = at.parent;
    if (!at.parent) return { title: this.#recordBuilder.title, slug: null };
    return { title: at.node.name, slug: this.ids.anchor(at) };
  }

  /** A unit's own id; its parts, and text without a name, are numbered below their parent. */
  id(draft: DraftChunk): string {
    const branch = this.subject(draft);
    const hasOwnId = (draft.shows.includes(branch) && branch.node.name) || this.isBody(draft);
    return hasOwnId ? this.ids.unique(this.ids.of(branch)) : this.ids.numbered(this.ids.of(draft.owner));
  }

  /**
   * With a chunk for every section, the text above the first subsection is the
   * section's own: it has the section's id, unless it had to be cut.
   */
  isBody({ owner, shows }: NamerInput): boolean {
    return this.#bodyChunkCounts.get(nearestNamed(owner).node) === 1 && !shows.some(({ node }) => node.name);
  }

  parentId(draft: DraftChunk): string | null {
    const branch = this.subject(draft);
    if (!draft.shows.includes(branch) && !this.isBody(draft)) return this.ids.of(draft.owner);
    if (branch.depth === 0) return null;
    const parent = namedParent(branch);
    return parent ? this.ids.of(parent) : this.#source.docId;
  }
}
