import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstSentence } from '../../src/eval/documentQuestions.js';
import { readFixture } from '../../src/eval/fixture.js';
import { locateChunks } from '../../src/eval/peers.js';
import { type QuestionSet, questionsOf, readDocuments, withHidden } from '../../src/eval/questions.js';
import { folder } from '../folder.js';

const code = `import { x } from './x';

/** Splits a plank along the grain of its wood. Wastes nothing. */
export function split(plank: string) {
  const halves = plank.length / 2;
  return [plank.slice(0, halves), plank.slice(halves)];
}

/** Short. */
export function other() {
  const kept = 1;
  return kept;
}
`;
const python = `class Saw:
    def cut(self, log):
        """Cuts a heavy log into boards of equal width.

        :param log: the log
        """
        width = 3
        return [log[i : i + width] for i in range(0, len(log), width)]
`;
const markdown = `# Wood

See [drying planks slowly](guide.md#drying-the-planks) first.

## How long does oak take to dry?

A year for every inch of its thickness, and longer where the air is damp.
`;
const guide = `# Guide

## Drying the planks

Stack them with sticks between, under a roof, for a year.
`;

describe('questions from a repository', () => {
  let asked: QuestionSet;
  beforeAll(async () => {
    const root = folder({
      'split.ts': code,
      'saw.py': python,
      'README.md': markdown,
      'guide.md': guide,
      'x.bin': '\0\0',
    });
    const git = (...words: string[]): unknown =>
      execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { stdio: 'pipe' });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Bring the whole workshop in');
    writeFileSync(join(root, 'split.ts'), code.replace('plank.length / 2', 'Math.floor(plank.length / 2)'));
    git('commit', '-qam', 'fix(split): Round the middle of odd planks down (#12)');
    asked = questionsOf(root, await readDocuments(root), 10);
  });

  it('come from comments, headings, links and commits, with answers by line', () => {
    const rows = asked.questions.map(({ id, query, answers }) => [
      id.replace(/^(commit):.*/, '$1'),
      query,
      answers.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`).join(' '),
    ]);
    expect(rows.sort()).toEqual([
      ['commit', 'Bring the whole workshop in', 'saw.py:2-8 split.ts:3-7 split.ts:9-13'],
      ['commit', 'Round the middle of odd planks down', 'split.ts:3-7'],
      ['doc:saw.py:2', 'Cuts a heavy log into boards of equal width', 'saw.py:2-8'],
      ['doc:split.ts:4', 'Splits a plank along the grain of its wood', 'split.ts:4-7'],
      ['heading:README.md:5', 'How long does oak take to dry?', 'README.md:6-7'],
      ['link:README.md:3:drying-the-planks', 'drying planks slowly', 'guide.md:3-5'],
    ]);
  });

  it('are removed from the text, and every line keeps its number', () => {
    const texts = new Map(asked.texts.map(({ path, text }) => [path, text]));
    expect([...texts.keys()]).toEqual(['README.md', 'guide.md', 'saw.py', 'split.ts']);
    expect(texts.get('split.ts')).not.toContain('grain');
    expect(texts.get('split.ts')).toContain('/** Short. */');
    expect(texts.get('saw.py')).not.toContain('heavy');
    expect(texts.get('README.md')).not.toContain('How long');
    expect(texts.get('guide.md')).toBe(guide);
    expect(texts.get('split.ts')?.split('\n')).toHaveLength(code.split('\n').length);
    expect(texts.get('saw.py')?.split('\n')).toHaveLength(python.split('\n').length);
  });

  it('are the same in every run, and no more than requested', async () => {
    const root = folder({ 'split.ts': code, 'saw.py': python });
    const documents = await readDocuments(root);
    const one = questionsOf(root, documents, 1);
    expect(one.questions).toHaveLength(1);
    expect(questionsOf(root, documents, 1)).toEqual(one);
  });
});

describe('hiding', () => {
  it('hides both of two spans that begin together', () => {
    const both = [1, 2].map((end) => ({ path: 'x', start: 0, end }));
    expect(withHidden('bcd', both)).toBe('d');
    expect(
      withHidden('abcd', [
        { path: 'x', start: 0, end: 2 },
        { path: 'x', start: 1, end: 3 },
      ]),
    ).toBe('d');
  });

  it('keeps line ends, and nothing else of what is hidden', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', ' '), { maxLength: 40 }).map((parts) => parts.join('')),
        fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 4 }),
        (text, stretches) => {
          const hidden = stretches.map(([start, length]) => ({
            path: 'x',
            start: Math.min(start, text.length),
            end: Math.min(start + length, text.length),
          }));
          const left = withHidden(text, hidden);
          expect(left.replace(/[^\r\n]/g, '')).toBe(text.replace(/[^\r\n]/g, ''));
          if (hidden.some(({ start, end }) => start === 0 && end === text.length)) expect(left.trim()).toBe('');
        },
      ),
    );
  });
});

describe('the first sentence', () => {
  it.each([
    ['/** Adds two numbers exactly. More. */', 'Adds two numbers exactly'],
    ['/**\n * Adds two numbers,\n * one by one.\n *\n * @param a the first\n */', 'Adds two numbers, one by one'],
    ['/// Reads bytes from disk\n/// in order', 'Reads bytes from disk in order'],
    ['# Finds the oldest tree in a forest', 'Finds the oldest tree in a forest'],
    ['"""Return the parsed header line.\n\n    Args:\n        x: y\n    """', 'Return the parsed header line'],
    ['// TODO: write the missing documentation here', undefined],
    ['/** Of the index. */', undefined],
    ['// ----------------------------', undefined],
    ['/** @returns the number of trees felled */', undefined],
  ])('of %j', (comment, sentence) => {
    expect(firstSentence(comment)).toBe(sentence);
  });
});

describe('questions from a file', () => {
  it('are read in either spelling', () => {
    const lines = [
      '{"query":"q","answers":[{"path":"a.ts","start_line":1,"end_line":2}]}',
      '',
      '{"id":"x","query":"r","answers":[{"file":"b.ts","startLine":3,"endLine":4}],"exclude":[{"path":"c","start_line":1,"end_line":1}]}',
    ];
    expect(readFixture(lines.join('\n'), 'q.jsonl')).toEqual([
      { id: 'given:1', kind: 'given', query: 'q', answers: [{ path: 'a.ts', startLine: 1, endLine: 2 }] },
      {
        id: 'x',
        kind: 'given',
        query: 'r',
        answers: [{ path: 'b.ts', startLine: 3, endLine: 4 }],
        exclude: [{ path: 'c', startLine: 1, endLine: 1 }],
      },
    ]);
  });

  it.each([
    ['{', 'q.jsonl:1 is not JSON'],
    ['{"query":"q","answers":[]}', 'q.jsonl:1: answers: '],
    [
      '{"query":"q","answers":[{"path":"a"}]}',
      'q.jsonl:1: answers.0: a place has a path, a start_line and an end_line',
    ],
  ])('are refused with their line: %s', (text, message) => {
    expect(() => readFixture(text, 'q.jsonl')).toThrow(message);
  });
});

describe('chunks without locations', () => {
  it('are found where they were cut', () => {
    const part = fc.stringMatching(/^[ab\n]{1,8}$/);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const spans = locateChunks(text, parts);
        const wanted = parts.map((one) => one.trim()).filter((one) => one !== '');
        expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(wanted);
      }),
    );
  });

  it('are left out if they occur nowhere', () => {
    expect(locateChunks('one two three', ['one', 'TWO', 'three'])).toEqual([
      { start: 0, end: 3 },
      { start: 8, end: 13 },
    ]);
  });
});
