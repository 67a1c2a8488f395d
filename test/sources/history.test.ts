import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeFrequency, frequencyOf } from '../../src/sources/history.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'froe-history-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DAY = 86_400_000;

function git(...words: string[]): void {
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { stdio: 'ignore' });
}

function commit(path: string, text: string, daysAgo: number): void {
  writeFileSync(join(root, path), text);
  git('add', '-A');
  const date = new Date(Date.now() - daysAgo * DAY).toISOString();
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'x'], {
    env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
}

describe('the change frequency', () => {
  it('is based on the commits of ninety days', () => {
    expect([0, 1, 2, 3, 9, 10, 50].map(frequencyOf)).toEqual([
      'dormant',
      'stable',
      'stable',
      'active',
      'active',
      'hot',
      'hot',
    ]);
  });

  it('is unknown without a history', () => {
    const plain = mkdtempSync(join(tmpdir(), 'froe-history-'));
    expect(changeFrequency(plain)).toBeUndefined();
    rmSync(plain, { recursive: true });
  });

  it('is read from git, by paths below the root, whatever their names', () => {
    git('init', '-q');
    mkdirSync(join(root, 'src'));
    commit('src/old.py', '1', 100);
    commit('src/new é\n.py', '1', 5);
    for (let i = 0; i < 3; i++) commit('src/active.py', String(i), 10 - i);
    for (let i = 0; i < 10; i++) commit('src/hot.py', String(i), 4);
    const whole = changeFrequency(root);
    expect(
      ['src/old.py', 'src/new é\n.py', 'src/active.py', 'src/hot.py', 'src/none.py'].map((p) => whole?.(p)),
    ).toEqual(['dormant', 'stable', 'active', 'hot', 'dormant']);
    expect(changeFrequency(join(root, 'src'))?.('hot.py')).toBe('hot');
  });

  it('is the same if read for a few paths: of a merged branch, too, and whatever they are called', () => {
    git('checkout', '-qb', 'side');
    for (const [index, text] of ['a', 'b', 'a'].entries()) commit('src/merged[1].py', text, 3 - index);
    git('checkout', '-q', '-');
    commit('src/merged[1].py', 'a', 2);
    git('merge', '-qm', 'x', 'side');
    const paths = ['src/merged[1].py', 'src/new é\n.py', 'src/hot.py', ':(glob)*', 'src/none.py'];
    const [whole, few] = [changeFrequency(root), changeFrequency(root, paths)];
    expect(few?.('src/merged[1].py')).toBe('active');
    expect(paths.map((path) => few?.(path))).toEqual(paths.map((path) => whole?.(path)));
    const below = changeFrequency(join(root, 'src'), ['merged[1].py', 'hot.py']);
    expect(['merged[1].py', 'hot.py'].map((path) => below?.(path))).toEqual(['active', 'hot']);
  });
});
