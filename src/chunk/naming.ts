/** What a piece is called: its name, its place, its id, and the id of what it belongs to. */
import type { Limits } from '../options.js';
import type { Parser } from '../parse/parser.js';
import type { Node, Source } from '../types.js';
import type { Piece } from './piece.js';
import type { Names, Placer } from './place.js';
import { type Branch, NodeIds, namedBranch, namedParent, namePath } from './tree.js';

type Shown = Pick<Piece, 'owner' | 'shows' | 'start' | 'end'>;

export class Naming {
  readonly ids: NodeIds;
  readonly #source: Source;
  readonly #parser: Parser;
  readonly #placer: Placer;
  readonly #bodies: boolean;

  constructor(source: Source, root: Node, parser: Parser, limits: Limits, placer: Placer) {
    this.ids = new NodeIds(source.docId, root, parser.anchors);
    this.#source = source;
    this.#parser = parser;
    this.#placer = placer;
    this.#bodies = parser.headings === true && limits.granularity === 'node';
  }

  names(piece: Shown): Names {
    const { offsets } = this.#source;
    const branch = subject(piece);
    const path = namePath(branch);
    const unnamed =
      this.#parser.describe?.(this.#placer.filename, offsets.lineAt(piece.start), offsets.lineAt(piece.end - 1)) ??
      this.#placer.filename;
    const last = piece.shows.findLast(({ node }) => node.name);
    if (last && last !== branch) return this.#namesOf(branch, last, piece.owner);
    return {
      name: path.at(-1) ?? unnamed,
      fullName: path.length > 0 ? path.join('.') : unnamed,
      parentContext: (branch.node.name ? path.slice(0, -1) : path).join('.'),
      breadcrumb: this.#placer.breadcrumb(path),
    };
  }

  /** Several units in one piece: it is called after the first and the last, and belongs to what holds them. */
  #namesOf(first: Branch, last: Branch, owner: Branch): Names {
    const holder = namePath(owner);
    return {
      name: `${first.node.name} … ${last.node.name}`,
      fullName: `${namePath(first).join('.')} … ${namePath(last).join('.')}`,
      parentContext: holder.join('.'),
      breadcrumb: this.#placer.breadcrumb(holder),
    };
  }

  /** A unit's own id; its pieces, and text that has no name, are numbered below what holds them. */
  id(piece: Piece): string {
    const branch = subject(piece);
    const named = (piece.shows.includes(branch) && branch.node.name) || this.isBody(piece);
    return named ? this.ids.once(this.ids.of(branch)) : this.ids.numbered(this.ids.of(piece.owner));
  }

  /** With a piece for every section, the text above the first subsection is what the section itself says. */
  isBody({ owner, part, shows }: Piece): boolean {
    return this.#bodies && !part && namedBranch(owner) !== undefined && !shows.some(({ node }) => node.name);
  }

  parentId(piece: Piece): string {
    const branch = subject(piece);
    if (!piece.shows.includes(branch) && !this.isBody(piece)) return this.ids.of(piece.owner);
    const unit = this.isBody(piece) ? namedBranch(branch) : branch;
    const parent = unit && namedParent(unit);
    return parent ? this.ids.of(parent) : this.#source.docId;
  }
}

/** What a piece is about: the first named node it shows, else the one that holds it. */
export const subject = (piece: Pick<Piece, 'owner' | 'shows'>): Branch =>
  piece.shows.find(({ node }) => node.name) ?? piece.owner;
