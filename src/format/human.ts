import { visible } from '../text/visible.js';
import { type Formatter, labelOf, type Passage, passageLocation, relevanceOf, structureFirst } from './formatter.js';

/** Styles of a terminal; none takes room. */
export interface Style {
  readonly title: (text: string) => string;
  readonly faint: (text: string) => string;
  /** A location, and the file it links to. */
  readonly location: (text: string, file: string, line: number) => string;
  /** Source for the screen. */
  readonly source: (text: string) => string;
}

/** A terminal may report no columns. */
const NARROWEST = 30;

const same = (text: string): string => text;
const plain: Style = { title: same, faint: same, location: same, source: same };

/** For a terminal: a box with the query, a rule for each passage. Source text never starts at the left edge. */
export const human = (columns = 80, style = plain): Formatter => ({
  name: 'human',
  format(context, tokens) {
    const width = Math.max(NARROWEST, columns);
    const { query, passages, dependencies } = context;
    const structure =
      context.structure === ''
        ? []
        : [`${rule('Structure', '', width, style)}\n${indented(style.source(context.structure))}`];
    const lines = dependencies.map(({ from, to }) => visible(`${from} → ${to.map(({ name }) => name).join(', ')}`));
    return `${[
      box(
        [
          `Codebase Context: "${visible(query.replace(/\s+/g, ' '))}"`,
          `${count(passages.length, 'source')}, ${count(tokens, 'token')}`,
        ],
        width,
      ),
      ...(structureFirst(context) ? structure : []),
      ...passages.map((passage) => unit(passage, width, style)),
      ...(structureFirst(context) ? [] : structure),
      ...(lines.length === 0 ? [] : [`${rule('Dependencies', '', width, style)}\n${indented(lines.join('\n'))}`]),
    ].join('\n\n')}\n`;
  },
});

const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

function unit(passage: Passage, width: number, style: Style): string {
  const { frequency, dependents, text, file, artifact, startLine } = passage;
  const facts = [
    artifact === undefined
      ? style.location(visible(passageLocation(passage)), file, startLine)
      : visible(`${passageLocation(passage)}  ${artifact}`),
    ...(frequency ? [frequency] : []),
    ...(dependents === undefined ? [] : [count(dependents, 'dependent')]),
  ];
  const head = rule(visible(labelOf(passage)), `relevance: ${relevanceOf(passage)}`, width, style);
  return `${head}\n   ${facts.join(' | ')}\n\n${indented(style.source(text.trimEnd()))}`;
}

/** `── Title ─────────── note` */
function rule(title: string, note: string, width: number, style: Style): string {
  const shown = clipped(title, width - note.length - 8);
  const right = note === '' ? '' : ` ${note}`;
  const line = '─'.repeat(Math.max(2, width - shown.length - right.length - 4));
  return `${style.faint('──')} ${style.title(shown)} ${style.faint(line + right)}`;
}

function box(lines: readonly string[], width: number): string {
  const inner = width - 2;
  const row = (line: string): string => `║  ${clipped(line, inner - 4).padEnd(inner - 2)}║`;
  return [`╔${'═'.repeat(inner)}╗`, ...lines.map(row), `╚${'═'.repeat(inner)}╝`].join('\n');
}

const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
const indented = (text: string): string => text.replace(/^(?=.)/gm, '   ');
