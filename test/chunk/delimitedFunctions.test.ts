import { describe, expect, it } from 'vitest';
import { chunk } from '../../src/pipeline/chunk.js';
import { tokenizer } from '../../src/text/tokens/index.js';

/** A comment, what stands between it and the function, and a function with parameters on lines of their own. */
interface Sample {
  readonly comment: string;
  readonly attribute?: string;
  readonly head: string;
  readonly body: string;
  readonly end: string;
}

const script = (head: string): Sample => ({ comment: '//', head, body: '  total += weigh(oak, ash);', end: '}' });
const samples: Readonly<Record<string, Sample>> = {
  'a.js': script('export function weigh(\n  oak,\n  ash,\n) {'),
  'a.ts': script('export const weigh = async (\n  oak: number,\n  ash: number,\n): Promise<void> => {'),
  'a.py': {
    comment: '#',
    attribute: '@pytest.mark.parametrize("oak", [1, 2, 3])',
    head: 'def weigh(\n    oak,\n    ash,\n):',
    body: '    total = weigh(oak, ash)',
    end: '    return total',
  },
  'a.java': {
    comment: '//',
    attribute: '@Override',
    head: 'public int weigh(\n        int oak,\n        int ash)\n        throws IOException {',
    body: '    total += weigh(oak, ash);',
    end: '}',
  },
  'a.go': script('func weigh(\n\toak int,\n\tash int,\n) int {'),
  'a.rs': { ...script('pub fn weigh(\n    oak: u32,\n    ash: u32,\n) -> Result<()> {'), attribute: '#[test]' },
  'a.rb': { comment: '#', head: 'def weigh(oak,\n          ash)', body: '  total += weigh(oak, ash)', end: 'end' },
  'a.c': script('static int weigh(int oak,\n                 int ash)\n{'),
  'a.cpp': script('Tree::Tree(\n    int oak,\n    int ash)\n    : oak_(oak),\n      ash_(ash) {'),
  'a.cs': { ...script('public int Weigh(\n    int oak,\n    int ash)\n{'), attribute: '[Theory]' },
  'a.php': script('function weigh(\n    int $oak,\n    int $ash\n): int {'),
};

const CAP = 128;
const cl100k = tokenizer('cl100k_base');

/** As many lines as there is room for. */
function grown(line: string, fits: (lines: string) => boolean): string {
  let lines = `${line}\n`;
  while (fits(`${lines}${line}\n`)) lines += `${line}\n`;
  return lines;
}

describe('without a grammar', () => {
  for (const [path, { comment, attribute, head, body, end }] of Object.entries(samples)) {
    const within = (text: string): boolean => cl100k.count(text) <= CAP;
    const lines = grown(body, (inner) => within(`${head}\n${inner}${end}\n`));
    const whole = `${head}\n${lines}${end}\n`;
    const cut = async (above: string): Promise<readonly string[]> => {
      const text = `${path.endsWith('.php') ? '<?php\n\n' : ''}${above}${whole}\n${whole.replaceAll('oak', 'yew')}`;
      const { chunks } = await chunk(text, { path, strategy: 'delimited', maxTokens: CAP, overlap: 0 });
      return chunks.map(({ content }) => content);
    };

    it(`a function that fits stays whole below a comment that does not, in ${path}`, async () => {
      const above = grown(`${comment} Oak and ash are weighed.`, (text) => cl100k.count(text) <= CAP / 2);
      expect((await cut(above)).filter((content) => content.includes(whole.trimEnd()))).toHaveLength(1);
    });

    if (attribute !== undefined)
      it(`a function whose attribute does not fit stays whole, in ${path}`, async () => {
        expect((await cut(`${attribute}\n`)).some((content) => content.includes(whole.trimEnd()))).toBe(true);
      });
  }
});
