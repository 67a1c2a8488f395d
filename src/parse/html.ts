/**
 * HTML: sections by h1 to h6, wherever they stand, and below them paragraphs,
 * lists, tables, code. Scripts, styles and comments are kept and never offered;
 * what surrounds the page's contents counts less.
 */

import { documentParser } from './document/format.js';
import { HtmlBuilder } from './html/htmlBuilder.js';
import { tokenizeHtml } from './html/tokens.js';
import { textStart } from './scanning.js';

export const html = documentParser({
  id: 'html',
  links: /<a\s[^<>]{0,1000}?\bhref\s{0,20}=\s{0,20}["']?([^"'\s<>]{1,2000})/gi,
  read({ text }) {
    const build = new HtmlBuilder(text, textStart(text));
    tokenizeHtml(text, build);
    const { title, tiles } = build.finish();
    return { title, headings: tiles.headings, blocks: tiles.stack.blocks };
  },
});
