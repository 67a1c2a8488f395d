/**
 * HTML → its blocks, as text. A small renderer for what mails and word
 * processors write, not for pages: no styles, no scripts, no link targets.
 *
 *     <h2>Plan</h2><ul><li>one<li>two</ul><blockquote>Old</blockquote>
 *     → heading 2 "Plan", item "- one", item "- two", paragraph in 1 quote "Old"
 *
 * It uses counters, not a stack of open elements, so that a hundred thousand open
 * tags cost no more than as many characters.
 */
import { Tokenizer } from 'htmlparser2';
import type { ExtractedBlock } from '../writeBlocks.js';

/** Mails use tables for layout; in documents they contain data. */
export type TableMode = 'data' | 'layout';

/** Elements that are skipped. */
const hiddenTags: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template', 'noscript', 'svg']);

/** Elements that begin and end a line. All others are inline. */
const blockTags: ReadonlySet<string> = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header hr html main nav p section summary'.split(
    ' ',
  ),
);

/** `x-title` is our own name for the title of a document, which is above its headings (docx). */
const headingLevels: ReadonlyMap<string, number> = new Map([
  ['x-title', 0],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, number] => [`h${level}`, level]),
]);

/** Deeper lists are indented no further. */
const MAX_LIST_DEPTH = 16;
const CELL_SEPARATOR = ' | ';

class BlockReader {
  readonly blocks: ExtractedBlock[] = [];
  readonly #tables: TableMode;
  #line = '';
  #hiddenDepth = 0;
  #preDepth = 0;
  #quoteDepth = 0;
  #headingLevel: number | undefined;
  /** Open lists: the number of the next item, or 0 for bullets. */
  readonly #lists: number[] = [];
  #marker = '';
  #tableDepth = 0;
  #cells: string[] = [];
  /** Between the tags of a cell of the outermost table. */
  #cellOpen = false;
  #hasHeaderCell = false;
  #groupNumber = 0;

  constructor(tables: TableMode) {
    this.#tables = tables;
  }

  open(name: string): void {
    if (hiddenTags.has(name)) this.#hiddenDepth++;
    else if (this.#hiddenDepth > 0) return;
    else if (name === 'br') this.#line += '\n';
    else if (name === 'pre') this.#flushThen(() => this.#preDepth++);
    else if (name === 'blockquote') this.#flushThen(() => this.#quoteDepth++);
    else if (name === 'ul' || name === 'ol') this.#openList(name === 'ol');
    else if (name === 'li') this.#openItem();
    else if (headingLevels.has(name)) this.#flushThen(() => (this.#headingLevel = headingLevels.get(name)));
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#endRow();
    else if (name === 'td' || name === 'th') this.#openCell(name === 'th');
    else if (blockTags.has(name)) this.#flush();
  }

  close(name: string): void {
    if (hiddenTags.has(name)) this.#hiddenDepth = Math.max(0, this.#hiddenDepth - 1);
    else if (this.#hiddenDepth > 0) return;
    else if (name === 'pre') this.#flushThen(() => (this.#preDepth = Math.max(0, this.#preDepth - 1)));
    else if (name === 'blockquote') this.#flushThen(() => (this.#quoteDepth = Math.max(0, this.#quoteDepth - 1)));
    else if (name === 'ul' || name === 'ol') this.#flushThen(() => this.#lists.pop());
    else if (headingLevels.has(name)) this.#flushThen(() => (this.#headingLevel = undefined));
    else if (name === 'table') this.#closeTable();
    else if (name === 'tr') this.#endRow();
    else if (name === 'td' || name === 'th') this.#endCell();
    else if (name === 'li' || blockTags.has(name)) this.#flush();
  }

  text(text: string): void {
    if (this.#hiddenDepth > 0) return;
    this.#line += this.#preDepth > 0 ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
  }

  image(alt: string): void {
    if (alt.trim() !== '') this.text(`[${alt.trim()}]`);
  }

  end(): void {
    this.#closeTable();
    this.#flush();
  }

  /** Ends the current block, then applies the change. */
  #flushThen(change: () => void): void {
    this.#flush();
    change();
  }

  #openList(ordered: boolean): void {
    this.#flush();
    if (this.#lists.length === 0) this.#groupNumber++;
    this.#lists.push(ordered ? 1 : 0);
  }

  #openItem(): void {
    this.#flush();
    const last = this.#lists.length - 1;
    const number = this.#lists[last] ?? 0;
    this.#marker = number > 0 ? `${number}. ` : '- ';
    if (number > 0) this.#lists[last]++;
  }

  #openTable(): void {
    this.#flush();
    if (this.#tableDepth++ === 0) this.#groupNumber++;
  }

  #closeTable(): void {
    if (this.#tableDepth === 1) this.#endRow();
    else this.#flush();
    this.#tableDepth = Math.max(0, this.#tableDepth - 1);
  }

  /** A table inside a cell is read as the cell's text. */
  #endRow(): void {
    this.#endCell();
    if (this.#tableDepth !== 1 || this.#cells.length === 0) return;
    const text = this.#cells.join(CELL_SEPARATOR);
    this.#cells = [];
    if (text.replaceAll(CELL_SEPARATOR, '').trim() !== '') this.#push('row', this.#hasHeaderCell ? 1 : 0, text);
    this.#hasHeaderCell = false;
  }

  #openCell(isHeader: boolean): void {
    this.#endCell();
    this.#cellOpen = this.#inCell() && this.#tableDepth === 1;
    if (this.#cellOpen && isHeader) this.#hasHeaderCell = true;
  }

  #endCell(): void {
    this.#flush();
    if (!this.#inCell() || this.#tableDepth > 1) return;
    const text = trimmed(this.#line, 0).replace(/\s+/g, ' ');
    this.#line = '';
    // An empty cell is kept, so that columns stay aligned.
    if (this.#cellOpen || text !== '') this.#cells.push(text);
    this.#cellOpen = false;
  }

  #inCell(): boolean {
    return this.#tables === 'data' && this.#tableDepth > 0;
  }

  #flush(): void {
    // Trimming the line here would copy it every time; whitespace is normalised when the cell ends.
    if (this.#inCell()) {
      this.#line += ' ';
      return;
    }
    const text = trimmed(this.#line, this.#preDepth);
    this.#line = '';
    if (text === '') return;
    const inList = this.#lists.length > 0;
    if (this.#headingLevel !== undefined)
      this.#push(this.#headingLevel === 0 ? 'title' : 'heading', this.#headingLevel, text.replace(/\s+/g, ' '));
    else if (this.#preDepth > 0) this.#push('pre', 0, text);
    else if (inList || this.#marker !== '') this.#pushItem(text);
    else this.#push('paragraph', 0, text);
  }

  /** Further paragraphs of an item go below its text. */
  #pushItem(text: string): void {
    const level = Math.max(1, Math.min(this.#lists.length, MAX_LIST_DEPTH));
    const marker = this.#marker || '  ';
    this.#marker = '';
    const indent = '  '.repeat(level - 1);
    const hanging = ' '.repeat(marker.length);
    const lines = text.split('\n').map((line, i) => indent + (i === 0 ? marker : hanging) + line);
    this.#push('item', level, lines.join('\n'));
  }

  #push(kind: ExtractedBlock['kind'], level: number, text: string): void {
    const group = kind === 'item' || kind === 'row' ? this.#groupNumber : 0;
    this.blocks.push({ kind, level, quote: this.#quoteDepth, group, text });
  }
}

/** Trims lines and collapses spaces, no-break spaces included; no empty lines at either end. A `pre` keeps its indent. */
function trimmed(text: string, preDepth: number): string {
  const lines = text.replaceAll('\u00a0', ' ').split('\n');
  const clean = lines.map((line) => (preDepth > 0 ? line.trimEnd() : line.trim().replace(/ {2,}/g, ' '))).join('\n');
  return preDepth > 0 ? clean.replace(/^\n+/, '').trimEnd() : clean.trim();
}

export function htmlBlocks(html: string, tables: TableMode): readonly ExtractedBlock[] {
  const reader = new BlockReader(tables);
  let name = '';
  let attribute = '';
  let value = '';
  let alt = '';
  const onOpened = (): void => {
    reader.open(name);
    if (name === 'img') reader.image(alt);
    alt = '';
  };
  const ignore = (): void => {};
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (start, end) => {
        name = html.slice(start, end).toLowerCase();
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        if (attribute === 'alt') value += html.slice(start, end);
      },
      onattribentity: (code) => {
        if (attribute === 'alt') value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (attribute === 'alt') alt = value;
      },
      onopentagend: onOpened,
      onselfclosingtag: onOpened,
      onclosetag: (start, end) => reader.close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => reader.text(html.slice(start, end)),
      ontextentity: (code) => reader.text(String.fromCodePoint(code)),
      oncdata: (start, end) => reader.text(html.slice(start, end)),
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  reader.end();
  return reader.blocks;
}
