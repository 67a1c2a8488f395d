import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/schema.js';
import { withOpening } from '../../src/search/opening.js';
import type { Scored } from '../../src/search/result.js';

const piece = (position: number, score: number, sourceType: Chunk['sourceType'] = 'markdown'): Scored => ({
  id: `#${position}`,
  score,
  chunk: { position, sourceType } as Chunk, // all that is asked of it
  explanation: [{ reason: 'words', kind: 'add', value: score }],
});
const ranked = (question: string, ...pieces: readonly Scored[]): string[] =>
  withOpening(pieces, question).map(({ id, score }) => `${id} ${score.toFixed(2)}`);

describe('where a document opens', () => {
  it('it says what something is', () =>
    expect(ranked('What is a mailer?', piece(9, 0.7), piece(1, 0.6), piece(0, 0.5))).toEqual([
      '#0 0.80',
      '#1 0.75',
      '#9 0.73',
    ]));

  it.each(["what's a mailer", '  what are mailers', '## What is it'])('%s asks for that', (question) =>
    expect(ranked(question, piece(0, 0.5))).toEqual(['#0 0.80']),
  );

  it.each(['how is a mailer made', 'what happens to mail', 'somewhat is', ''])('%j does not', (question) =>
    expect(ranked(question, piece(0, 0.5))).toEqual(['#0 0.50']),
  );

  it('code opens with something else', () => {
    expect(ranked('what is a mailer', piece(0, 0.5, 'code'), piece(1, 0.4, 'text'))).toEqual(['#0 0.50', '#1 0.40']);
    expect(ranked('what is a mailer', piece(0, 0.5, 'artifact'))).toEqual(['#0 0.80']);
  });

  it('it says why', () =>
    expect(withOpening([piece(0, 0.3)], 'what is it')[0].explanation.at(-1)).toEqual({
      reason: 'where its document opens',
      kind: 'add',
      value: 0.3,
    }));
});
