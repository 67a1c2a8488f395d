/**
 * The anchors of headings, as on GitHub and the site: lower case, letters, digits, `_`, `-` kept, a space becomes a
 * hyphen, the rest is dropped; a second heading of a name gets -1.
 */
export class HeadingAnchors {
  #taken = new Map();

  /** `heading`: markdown, or plain text. */
  take(heading) {
    const anchor = headingAnchor(heading);
    const times = this.#taken.get(anchor) ?? 0;
    this.#taken.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  }
}

export const headingAnchor = (heading) =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
