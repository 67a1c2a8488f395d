import { type Formatter, type Passage, placeOf, relevanceOf, structureFirst } from './formatter.js';

/** For a terminal: a box with the question, a rule for each passage. */
export const human = (width = 80): Formatter => ({
  name: 'human',
  format(context, tokens) {
    const { query, passages, dependencies } = context;
    const structure =
      context.structure === '' ? [] : [`${rule('Structure', '', width)}\n${indented(context.structure)}`];
    const lines = dependencies.map(({ from, to }) => `${from} → ${to.map(({ name }) => name).join(', ')}`);
    return `${[
      box(
        [
          `Codebase Context: "${query.replace(/\s+/g, ' ')}"`,
          `${count(passages.length, 'source')}, ${count(tokens, 'token')}`,
        ],
        width,
      ),
      ...(structureFirst(context) ? structure : []),
      ...passages.map((passage) => unit(passage, width)),
      ...(structureFirst(context) ? [] : structure),
      ...(lines.length === 0 ? [] : [`${rule('Dependencies', '', width)}\n${indented(lines.join('\n'))}`]),
    ].join('\n\n')}\n`;
  },
});

const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;

function unit(passage: Passage, width: number): string {
  const { identifier, type, frequency, dependents, text } = passage;
  const facts = [
    placeOf(passage),
    ...(frequency ? [frequency] : []),
    ...(dependents === undefined ? [] : [count(dependents, 'dependent')]),
  ];
  const head = rule(`${identifier} (${type})`, `relevance: ${relevanceOf(passage)}`, width);
  return `${head}\n   ${facts.join(' | ')}\n\n${indented(text.trimEnd())}`;
}

/** `── Title ─────────── note` */
function rule(title: string, note: string, width: number): string {
  const left = `── ${clipped(title, width - note.length - 8)} `;
  const right = note === '' ? '' : ` ${note}`;
  return left + '─'.repeat(Math.max(2, width - left.length - right.length)) + right;
}

function box(lines: readonly string[], width: number): string {
  const inner = width - 2;
  const row = (line: string): string => `║  ${clipped(line, inner - 4).padEnd(inner - 2)}║`;
  return [`╔${'═'.repeat(inner)}╗`, ...lines.map(row), `╚${'═'.repeat(inner)}╝`].join('\n');
}

const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
const indented = (text: string): string => text.replace(/^(?=.)/gm, '   ');
