/**
 * HTML: sections by h1 to h6, wherever they are nested, with paragraphs, lists,
 * tables and code below them. Scripts, styles and comments have weight 0; text
 * around the main content has a lower weight.
 */

import { documentParser } from './document/format.js';
import { HtmlBuilder } from './html/htmlBuilder.js';
import { tokenizeHtml } from './html/tokens.js';
import { textStart } from './scanning.js';

export const html = documentParser({
  id: 'html',
  links: /<a\s[^<>]{0,1000}?\bhref\s{0,20}=\s{0,20}["']?([^"'\s<>]{1,2000})/gi,
  read({ text }) {
    const builder = new HtmlBuilder(text, textStart(text));
    tokenizeHtml(text, builder);
    const { title, tiles } = builder.finish();
    return { title, headings: tiles.headings, blocks: tiles.stack.blocks };
  },
});
