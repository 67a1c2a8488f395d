/** How hits are merged into sections, set by flag, variable and file; and that --explain shows the rule. */
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';

const { run } = commandHost();

const section = (title: string): string => `### ${title}\n\nAuthentication by ${title.toLowerCase()}.\n\n`;
const guide = `# Guide\n\nHow it works.\n\n## Entry\n\n${['Tokens', 'Sessions', 'Passwords'].map(section).join('')}## Kiwis\n\n### Fruit\n\nKiwi fruit grows here.\n\n## Disks\n\nFiles are kept.\n`;

/** All that has a word matches, whatever the scores are. */
const ANY = ['--merge-match', '0', '--no-embed'];

describe('hits of froe search', () => {
  let root: string;
  beforeAll(async () => {
    root = folder({ 'guide.md': guide });
    expect((await run(root, ['index', '--granularity', 'node', '--embedder', 'none'])).code).toBe(0);
  });

  interface Shown {
    readonly results: readonly { readonly id: string; readonly merged: boolean; readonly merged_by?: object }[];
    readonly merging?: object;
  }
  const asked = async (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Shown> => {
    const { stdout } = await run(root, ['search', '--json', '--explain', ...words], { env });
    return JSON.parse(stdout);
  };
  const ids = async (words: readonly string[], env?: NodeJS.ProcessEnv): Promise<readonly string[]> =>
    (await asked(words, env)).results.map(({ id }) => id.replace('main:guide.md', ''));

  it('are merged into their section, and the rule is shown', async () => {
    const { results, merging } = await asked(['authentication', ...ANY]);
    expect(results[0]).toMatchObject({
      id: 'main:guide.md#entry',
      merged: true,
      merged_by: { rule: 'children', matched: 3, children: 3 },
    });
    expect(merging).toEqual({ threshold: 0.5, inclusive: false, least: 2, cap: 2, combine: 'sum', match: 0 });
    const { stdout } = await run(root, ['search', 'authentication', '--explain', ...ANY]);
    expect(stdout).toContain('merged into main:guide.md#entry: 3 of 3 below match');
    expect(stdout).toContain('Merging: whatever was found matches; ');
  });

  it('stay with --no-merge, below the share, or with too few of them', async () => {
    for (const flags of [['--no-merge'], ['--merge-threshold', '1'], ['--merge-least', '4']])
      expect(await ids(['authentication', ...ANY, ...flags])).toEqual(
        expect.arrayContaining(['#tokens', '#sessions', '#passwords']),
      );
    expect(await ids(['authentication', ...ANY, '--merge-threshold', '1', '--merge-inclusive'])).toEqual(['#entry']);
  });

  it('may be a single one', async () => {
    expect(await ids(['kiwi', ...ANY])).toEqual(['#fruit']);
    expect(await ids(['kiwi', ...ANY, '--merge-least', '1'])).toEqual(['#kiwis']);
  });

  it('are merged by variables as well; a flag overrides them', async () => {
    expect(await ids(['kiwi', ...ANY], { FROE_MERGE_LEAST: '1' })).toEqual(['#kiwis']);
    expect(await ids(['kiwi', ...ANY, '--merge-least', '2'], { FROE_MERGE_LEAST: '1' })).toEqual(['#fruit']);
    expect(await ids(['kiwi', ...ANY, '--merge-least', '1'], { FROE_MERGE: 'false' })).toEqual(['#fruit']);
    expect(await ids(['kiwi', ...ANY, '--merge-least', '1', '--merge'], { FROE_MERGE: 'false' })).toEqual(['#kiwis']);
  });

  it.each([
    [['--merge-threshold', '2'], 'between 0 and 1'],
    [['--merge-least', '0'], 'at least 1'],
    [['--merge-cap', '0.5'], 'at least 1'],
    [['--merge-combine', 'max'], 'Allowed choices are sum, rss'],
  ])('are not merged by %j', async (flags, said) => {
    const { code, stderr } = await run(root, ['search', 'kiwi', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});
