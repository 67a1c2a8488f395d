/** What says nothing by itself, a pragma or the line of a namespace, is in no index alone. */
import { describe, expect, it } from 'vitest';
import { indexSizing } from '../../src/jobs/prepare.js';
import { cutParsed, parse } from '../../src/pipeline/chunk.js';
import type { Chunk } from '../../src/schema.js';

async function cut(path: string, lines: readonly string[], more = {}): Promise<readonly Chunk[]> {
  const parsed = await parse(`${lines.join('\n')}\n`, { path });
  const { chunks, gaps } = cutParsed(parsed, indexSizing(parsed.parser, more));
  expect(gaps).toEqual([]);
  expect(chunks.map(({ content }) => content).join('')).toBe(parsed.source.text);
  return chunks;
}

const shown = (chunks: readonly Chunk[]) =>
  chunks.map(
    ({ id, content, metadata }) =>
      `${id.replace(/^[^#]*/, '')}${metadata.head ? ' head' : ''}: ${firstAndLast(content)}`,
  );

function firstAndLast(content: string): string {
  const lines = content.trim().split('\n');
  return [...new Set([lines[0], lines[lines.length - 1].trim()])].join(' … ');
}

const method = (name: string, indent = '  '): string[] => [
  `${indent}def ${name}`,
  ...Array.from(
    { length: 6 },
    (_, i) => `${indent}  oak.plant_${name}(beech: ${i}, hornbeam: "a hedge of number ${i}")`,
  ),
  `${indent}end`,
];

describe('in an index', () => {
  it('a pragma joins the class below it', async () => {
    const chunks = await cut('order.rb', [
      '# frozen_string_literal: true',
      '',
      'class Order < Record',
      ...method('pay'),
      ...method('ship'),
      'end',
    ]);
    expect(shown(chunks)).toEqual([
      '#Order head: # frozen_string_literal: true … class Order < Record',
      '#Order.pay: def pay … end',
      '#Order.ship: def ship … end',
    ]);
    expect(chunks[0]).toMatchObject({ chunkType: 'class', startLine: 1, name: 'Order' });
  });

  it('the line of a namespace around one unit joins that unit', async () => {
    const chunks = await cut('order.rb', [
      '# frozen_string_literal: true',
      '',
      'module Shop',
      '  module Api # :nodoc:',
      '    class Order < Record',
      ...method('pay', '      '),
      ...method('ship', '      '),
      '    end',
      '  end',
      'end',
    ]);
    expect(shown(chunks)).toEqual([
      '#Shop.Api.Order head: # frozen_string_literal: true … class Order < Record',
      '#Shop.Api.Order.pay: def pay … end',
      '#Shop.Api.Order.ship: def ship … end',
    ]);
    expect(chunks[0]).toMatchObject({ parentId: 'main:order.rb#Shop.Api', parentContext: 'Shop.Api' });
  });

  it('a namespace with two units or a comment keeps its head', async () => {
    const two = await cut('shop.rb', [
      'module Shop',
      '  class Order',
      ...method('pay', '    '),
      '  end',
      '  class Cart',
      ...method('fill', '    '),
      '  end',
      'end',
    ]);
    expect(shown(two)[0]).toBe('#Shop head: module Shop');
    const said = await cut('shop.rb', [
      '# What is sold.',
      'module Shop',
      '  class Order',
      ...method('pay', '    '),
      ...method('ship', '    '),
      '  end',
      'end',
    ]);
    expect(shown(said)[0]).toBe('#Shop head: # What is sold. … module Shop');
  });

  it('a single import above a class goes with it; several are a chunk, which takes the pragma', async () => {
    const body = ['class Order:', ...pyMethod('pay'), ...pyMethod('ship')];
    const one = await cut('order.py', ['import decimal', '', '', ...body]);
    expect(shown(one)[0]).toBe('#Order head: import decimal … class Order:');
    const many = await cut('order.py', [
      '# coding: utf-8',
      'import decimal',
      'import enum',
      'import json',
      '',
      ...body,
    ]);
    expect(shown(many).slice(0, 2)).toEqual([': # coding: utf-8 … import json', '#Order head: class Order:']);
  });

  it('a pragma joins a comment below it that fills its chunk', async () => {
    const comment = Array.from(
      { length: 60 },
      (_, i) => `# The ${i}th thing to know of an order is that it is one of many.`,
    );
    const chunks = await cut(
      'order.rb',
      [
        '# frozen_string_literal: true',
        '',
        ...comment,
        'class Order < Record',
        ...method('pay'),
        ...method('ship'),
        'end',
      ],
      { overlap: 0 },
    );
    expect(chunks.filter(({ content }) => content.trim() === '# frozen_string_literal: true')).toEqual([]);
    for (const { tokenCount } of chunks) expect(tokenCount).toBeLessThanOrEqual(512);
  });

  it('the end of a class joins its last method, and nothing is joined without a minimum', async () => {
    const lines = ['# frozen_string_literal: true', '', 'class Order', ...method('pay'), ...method('ship'), 'end'];
    const chunks = await cut('order.rb', lines);
    expect(chunks.at(-1)?.content).toMatch(/end\nend\n$/);
    expect(shown(await cut('order.rb', lines, { minTokens: 0 }))[0]).toBe(': # frozen_string_literal: true');
  });
});

const pyMethod = (name: string): string[] => [
  `    def ${name}(self):`,
  ...Array.from({ length: 6 }, (_, i) => `        self.oak.plant(beech=${i}, hornbeam="a hedge of number ${i}")`),
];
