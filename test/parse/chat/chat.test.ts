import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chat, isChat } from '../../../src/parse/chat.js';
import type { Node } from '../../../src/types.js';
import { FAR_FROM_SQUARE, growth } from '../../growth.js';
import { sourceOf } from '../document/drawDocument.js';
import { logs, others } from './logs.js';

function parse(text: string): Node {
  const root = chat.parse(sourceOf(text, 'chat'));
  if (root === undefined) throw new Error('no chat');
  return root;
}

const said = (text: string, { start, end, meta, lead }: Node): string => {
  const body = text.slice(lead?.end ?? start, end).replace(/^\W*(?:\d[\d.:, ]*\W*)+(?:- )?/, '');
  return `${meta?.speaker ?? '-'} @ ${meta?.time ?? '-'} | ${body.split('\n')[0].replace(/^\* /, '')}`;
};

describe.each(logs)('$form', ({ text, turns }) => {
  it('is detected, and read turn by turn', () => {
    expect(isChat(text)).toBe(true);
    expect(parse(text).children.map((turn) => said(text, turn))).toEqual(turns);
  });

  it('is read the same with other line breaks', () => {
    const windows = text.replaceAll('\n', '\r\n');
    expect(isChat(windows)).toBe(true);
    expect(parse(windows).children.map(({ meta }) => meta)).toEqual(parse(text).children.map(({ meta }) => meta));
  });
});

describe('no chat', () => {
  it.each(Object.entries(others))('is %s', (_what, text) => expect(isChat(text)).toBe(false));

  it.each(['access.log', 'essay.txt', 'multilingual.txt', 'handbook.md', 'service.py', 'openapi.yaml', '.env.example'])(
    'is %s',
    (file) => {
      expect(isChat(readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8'))).toBe(false);
    },
  );

  it('is left to the next parser without speakers', () => {
    expect(chat.parse(sourceOf('only some words\nand more', 'chat'))).toBeUndefined();
  });
});

describe('a chat', () => {
  const text = 'Exported today\n\n[10:15] Ann: hi\n  there\n[10:16] Bob: yes\n';

  it('becomes turns with their further lines, and the text before the first', () => {
    expect(parse(text).children.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['preamble', 'Exported today\n\n'],
      ['turn', '[10:15] Ann: hi\n  there\n'],
      ['turn', '[10:16] Bob: yes\n'],
    ]);
  });

  it('has turns that are cut with their head as lead', () => {
    const heads = parse(text).children.map(({ lead }) => lead && text.slice(lead.start, lead.end));
    expect(heads).toEqual([undefined, '[10:15] Ann: ', '[10:16] Bob: ']);
  });

  it('lists speakers and times of a chunk', () => {
    const root = parse(text);
    const chunk = { source: sourceOf(text, 'chat'), root, parents: () => [], content: '' };
    const both = { speakers: ['Ann', 'Bob'], time_range: ['10:15', '10:16'] };
    expect(chat.fields?.({ ...chunk, node: root, shows: root.children })).toEqual({ metadata: both });
    expect(chat.fields?.({ ...chunk, node: root, shows: [root] })).toEqual({ metadata: both });
    expect(chat.fields?.({ ...chunk, node: root.children[1], shows: [] })).toEqual({
      metadata: { speakers: ['Ann'], time_range: ['10:15', '10:15'] },
    });
  });

  it('does not take an aside for a turn', () => {
    const aside = 'ann: one\nNote: it rains\nbob: two\nann: three\nbob: four\n';
    expect(parse(aside).children.map(({ meta }) => meta?.speaker)).toEqual(['ann', 'bob', 'ann', 'bob']);
  });
});

describe('any text', () => {
  const word = fc.constantFrom(
    '[10:15] ',
    'Ann: ',
    '<bob> ',
    '\n',
    '\r\n',
    '```\n',
    '31.12.23, 22:15 - ',
    'text ',
    '* ',
    '[',
    ']',
    ':',
    '\ufeff',
    'Ann, [10:15]\n',
  );

  it('becomes a valid tree', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 4 }))), (words) => {
        const text = words.join('');
        const root = chat.parse(sourceOf(text, 'chat'));
        isChat(text);
        if (root === undefined) return;
        expect([root.start, root.end]).toEqual([0, text.length]);
        // Turns cover the text without a gap.
        let at = 0;
        for (const { start, end, lead } of root.children) {
          expect(start).toBe(at);
          expect(end).toBeGreaterThan(start);
          if (lead) expect(lead.start === start && lead.end > start && lead.end < end).toBe(true);
          at = end;
        }
        expect(at).toBe(text.trim() === '' ? 0 : text.length);
      }),
    );
  });

  it.each(['a', ' ', ':', '[', '\n', '```\n', 'a: ', 'Ann: b\n', '[10:15] <a> b\n', '1', '* '])(
    'takes linear time: %j',
    async (unit) => {
      const read = (length: number): void => {
        const text = unit.repeat(length / unit.length);
        chat.parse(sourceOf(text, 'chat'));
        isChat(text);
      };
      expect(await growth(read, 100_000)).toBeLessThan(FAR_FROM_SQUARE);
    },
  );
});
