/** Names a chunk: its name, its path, its id, and the id of its parent. */
import type { Limits } from '../options.js';
import type { Parser } from '../parse/parser.js';
import type { Chunk } from '../schema.js';
import type { Node, Source } from '../types.js';
import { type Branch, NodeIds, namedParent, namePath, nearestNamed } from './branch.js';
import type { DraftChunk } from './draftChunk.js';
import type { RecordBuilder, ScopeNames } from './recordBuilder.js';

type Shown = Pick<DraftChunk, 'owner' | 'shows' | 'start' | 'end'>;

export class ChunkNamer {
  readonly ids: NodeIds;
  readonly #source: Source;
  readonly #parser: Parser;
  readonly #placer: RecordBuilder;
  /** How many chunks the own text of each section has; empty if sections share chunks. */
  readonly #bodies = new Map<Node, number>();
  readonly #apart: boolean;
  #asked: { readonly draft: Shown; readonly subject: Branch } | undefined;
  #named: { readonly branch: Branch; readonly names: ScopeNames } | undefined;
  /** Between the parts of a path: `Client.get`, `Install > On a Mac`. */
  readonly #joint: string;

  constructor(source: Source, root: Node, parser: Parser, limits: Limits, placer: RecordBuilder) {
    this.ids = new NodeIds(source.docId, root, parser.anchors);
    this.#source = source;
    this.#parser = parser;
    this.#placer = placer;
    this.#joint = parser.anchors === 'slug' ? ' > ' : '.';
    this.#apart = parser.headings === true && limits.granularity === 'node';
  }

  /** Takes all chunks of the source, before the first is named. */
  learn(drafts: readonly DraftChunk[]): void {
    if (!this.#apart) return;
    for (const { owner, shows } of drafts) {
      const { node } = nearestNamed(owner);
      if (!shows.some((shown) => shown.node.name)) this.#bodies.set(node, (this.#bodies.get(node) ?? 0) + 1);
    }
  }

  /**
   * What a chunk is about: the first named node it shows, otherwise the one around it. A chunk of several sections is
   * about the section around them all, and is named after none of them. Cached, since it is needed several times.
   */
  subject(draft: Shown): Branch {
    if (this.#asked?.draft === draft) return this.#asked.subject;
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
    this.#asked = { draft, subject };
    return subject;
  }

  names(draft: Shown): ScopeNames {
    const branch = this.subject(draft);
    if (!this.#parser.headings && draft.shows.length > 1) {
      const last = draft.shows.findLast(({ node }) => node.name);
      if (last && last !== branch) return this.#namesOf(branch, last, draft.owner);
    }
    // The parts of a cut text follow each other and have the same names.
    if (this.#named?.branch === branch) return this.#named.names;
    const path = namePath(branch);
    if (path.length === 0 && this.#parser.describe) return this.#described(draft, this.#parser.describe);
    const { filename } = this.#placer;
    const names = {
      name: path.at(-1) ?? filename,
      fullName: path.length > 0 ? path.join(this.#joint) : filename,
      parentContext: (branch.node.name ? path.slice(0, -1) : path).join(this.#joint),
      breadcrumb: this.#placer.breadcrumb(path),
    };
    this.#named = { branch, names };
    return names;
  }

  /** A chunk without a name is described by its lines. */
  #described({ start, end }: Shown, describe: NonNullable<Parser['describe']>): ScopeNames {
    const { offsets } = this.#source;
    const name = describe(this.#placer.filename, offsets.lineAt(start), offsets.lineAt(end - 1));
    return { name, fullName: name, parentContext: '', breadcrumb: this.#placer.breadcrumb([]) };
  }

  /** Several units in one chunk: it is named after the first and the last, and belongs to their parent. */
  #namesOf(first: Branch, last: Branch, owner: Branch): ScopeNames {
    const holder = namePath(owner);
    return {
      name: `${first.node.name} … ${last.node.name}`,
      fullName: `${namePath(first).join(this.#joint)} … ${namePath(last).join(this.#joint)}`,
      parentContext: holder.join(this.#joint),
      breadcrumb: this.#placer.breadcrumb(holder),
    };
  }

  /** The heading of a chunk's section; above the first heading, the document. */
  heading(subject: Branch): Pick<Chunk, 'title' | 'slug'> | undefined {
    if (!this.#parser.headings) return undefined;
    let at = subject;
    while (at.parent && !(at.node.name && this.#parser.isUnit(at.node, at.depth))) at = at.parent;
    if (!at.parent) return { title: this.#placer.title, slug: null };
    return { title: at.node.name, slug: this.ids.anchor(at) };
  }

  /** A unit's own id; its parts, and text without a name, are numbered below their parent. */
  id(draft: DraftChunk): string {
    const branch = this.subject(draft);
    const named = (draft.shows.includes(branch) && branch.node.name) || this.isBody(draft);
    return named ? this.ids.once(this.ids.of(branch)) : this.ids.numbered(this.ids.of(draft.owner));
  }

  /**
   * With a chunk for every section, the text above the first subsection is the
   * section's own: it has the section's id, unless it had to be cut.
   */
  isBody({ owner, shows }: Shown): boolean {
    return this.#bodies.get(nearestNamed(owner).node) === 1 && !shows.some(({ node }) => node.name);
  }

  parentId(draft: DraftChunk): string | null {
    const branch = this.subject(draft);
    if (!draft.shows.includes(branch) && !this.isBody(draft)) return this.ids.of(draft.owner);
    if (branch.depth === 0) return null;
    const parent = namedParent(branch);
    return parent ? this.ids.of(parent) : this.#source.docId;
  }
}
