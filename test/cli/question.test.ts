import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { withQuestion } from '../../src/cli/askFlags.js';
import { questionOf } from '../../src/cli/question.js';
import { folder } from '../folder.js';

describe('the words after the command', () => {
  it('are one query, quoted or not', () => {
    expect(questionOf(['how', 'do', 'hooks', 'work'], undefined)).toEqual({
      query: 'how do hooks work',
      path: undefined,
    });
    expect(questionOf(['how do hooks work'], undefined)).toEqual({ query: 'how do hooks work', path: undefined });
    expect(questionOf(['hooks'], undefined)).toEqual({ query: 'hooks', path: undefined });
  });

  it('are a query and a folder, if the second of two words is one', () => {
    const root = folder({ 'a file.txt': 'x' });
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src', 'a.ts'), 'x');
    for (const path of [
      root,
      join(root, 'src'),
      join(root, 'src/a.ts'),
      '.',
      '..',
      './not-there',
      '../x',
      '/not-there',
    ])
      expect(questionOf(['a question', path], undefined)).toEqual({ query: 'a question', path });
    expect(questionOf(['a question', 'nothing-here'], undefined).path).toBeUndefined();
    expect(questionOf(['how', 'is', 'it', root], undefined)).toEqual({ query: `how is it ${root}`, path: undefined });
    expect(questionOf(['hooks', root], 'there')).toEqual({ query: `hooks ${root}`, path: 'there' });
  });

  const parsed = (
    ...argv: string[]
  ): { readonly words: readonly string[]; readonly flags: Record<string, unknown> } => {
    const command = withQuestion(new Command('search'))
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
    command.option('-c, --count').option('-i, --ignore-case').option('-f, --format <name>');
    command.parse(argv, { from: 'user' });
    return { words: command.args.map((word) => word.trim()), flags: command.opts() };
  };

  it('may have a minus before a word or an operator', () => {
    expect(parsed('hooks', '-lang:rst', '-test', '-path:src/vendor', '-n', '5')).toMatchObject({
      words: ['hooks', '-lang:rst', '-test', '-path:src/vendor'],
      flags: { limit: 5 },
    });
    expect(parsed('hooks', '-import', '-class', '-never').words).toEqual(['hooks', '-import', '-class', '-never']);
    expect(parsed('hooks', '-ci').flags).toMatchObject({ count: true, ignoreCase: true });
    expect(parsed('hooks', '--not-lang', 'rst', '--exclude', 'a', '--exclude', 'b').flags).toMatchObject({
      notLang: ['rst'],
      exclude: ['a', 'b'],
    });
    expect(() => parsed('hooks', '--langs', 'rst')).toThrow(/unknown option '--langs'/);
  });
});
