/** Text as a reader sees it: entities are characters, white space is one blank. */
import { Tokenizer } from 'htmlparser2';

export const decodeText = (text: string): string =>
  (text.includes('&') ? decodeEntities(text) : text).replace(/\s+/g, ' ').trim();

/** `R&amp;D &ndash; 1` → `R&D – 1` */
function decodeEntities(text: string): string {
  let out = '';
  const nothing = (): void => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => {
        out += text.slice(start, end);
      },
      ontextentity: (codepoint) => {
        out += String.fromCodePoint(codepoint);
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return out;
}
