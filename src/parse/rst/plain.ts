/**
 * A title without its markup.
 *
 *     :class:`Oak <oak.Oak>` is *hard*  → Oak is hard
 *     ``code`` and `a link <url>`_      → code and a link
 */

/** No part is longer than a title can be, so that odd quotes cost little. */
const INLINE =
  /``([^`]{1,400})``|(?::[\w.+:-]{1,80}:)?`([^`<]{1,400})(?:<[^`>]{0,400}>)?`(?:[\w.+:-]{1,80}:|__?)?|\*{1,2}([^*]{1,400})\*{1,2}|\|([^|]{1,100})\|_{0,2}|\\(.)/g;

export const plainTitle = (title: string): string =>
  title
    .replace(INLINE, (_, code, role, strong, substitution, escaped) =>
      (code ?? role ?? strong ?? substitution ?? escaped ?? '').trim(),
    )
    .replace(/\s+/g, ' ')
    .trim();
