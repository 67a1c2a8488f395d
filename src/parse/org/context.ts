/** State shared by the readers of Org, collected before the blocks are read. */
import { Closers, type DocumentLines } from '../document/lines.js';
import type { ReadContext, ReadPosition } from '../document/read.js';

export interface OrgContext extends ReadContext {
  /** Lines that close a block (`#+end_src`), a drawer (`:end:`), or both (a heading). */
  readonly closers: Closers;
  /** TODO keywords, which are not part of a title. */
  readonly todo: ReadonlySet<string>;
  readonly title: string | undefined;
}

export const HEADING = '*';
const TODO = /^#\+(?:seq_|typ_)?todo:/i;
const TITLE = /^#\+title:(.*)/i;

/** One pass over the lines, before blocks are read. */
export function surveyLines(lines: DocumentLines): Pick<OrgContext, 'closers' | 'todo' | 'title'> {
  const closers = new Closers();
  const todo = new Set(['TODO', 'DONE']);
  const titles: string[] = [];
  for (let line = 0; line < lines.count; line++) {
    const unit = lines.unit(line);
    if (unit === 0x2a) {
      if (starCount(lines, line) > 0) closers.add(HEADING, line);
    } else if (unit === 0x3a) {
      if (lines.stop(line) - lines.first(line) === 5 && lines.trimmed(line).toLowerCase() === ':end:')
        closers.add(':end:', line);
    } else if (unit === 0x23 && lines.text.charCodeAt(lines.first(line) + 1) === 0x2b) {
      const content = lines.trimmed(line);
      const word = firstWord(content).toLowerCase();
      if (word.startsWith('#+end')) closers.add(word, line);
      else if (TODO.test(content)) {
        for (const name of content.split(/\s+/).slice(1)) if (name !== '|') todo.add(name.replace(/\(.*$/, ''));
      } else titles.push(...(TITLE.exec(content)?.slice(1) ?? []));
    }
  }
  const title = titles.map((part) => part.trim()).join(' ');
  return { closers, todo, title: title || undefined };
}

export const firstWord = (content: string): string => content.split(/\s/, 1)[0];

/** The number of stars of a heading; 0 if the line is none. Stars start in column 0, and a blank follows. */
export function starCount(lines: DocumentLines, line: number): number {
  const { text } = lines;
  const start = lines.start(line);
  let at = start;
  while (text.charCodeAt(at) === 0x2a) at++;
  const after = text.charCodeAt(at);
  return after === 0x20 || after === 0x09 ? at - start : 0;
}

/** A block or drawer at `line` ends before the next heading. */
export function headingLimit({ closers }: OrgContext, { line, to }: ReadPosition): number {
  const heading = closers.next(HEADING, line + 1);
  return heading < 0 ? to : Math.min(to, heading);
}
