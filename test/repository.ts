/** A repository for tests, with commits whose authors and times are given. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folder } from './folder.js';

export interface CommitRequest {
  readonly message: string;
  /** Files to write; undefined removes one. */
  readonly files?: Readonly<Record<string, string | Uint8Array | undefined>>;
  readonly author?: string;
  /** As ISO 8601. */
  readonly date?: string;
  readonly amend?: boolean;
}

export class Repository {
  readonly root: string = folder();

  constructor() {
    this.git('init', '-q', '-b', 'main');
  }

  git(...words: readonly string[]): string {
    return gitIn(this.root, words);
  }

  write(path: string, content: string | Uint8Array | undefined): void {
    if (content === undefined) rmSync(join(this.root, path));
    else writeIn(this.root, path, content);
  }

  /** Returns its hash. */
  commit({
    message,
    files = {},
    author = 'Ann Lee',
    date = '2026-03-01T10:00:00Z',
    amend = false,
  }: CommitRequest): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git('add', '-A');
    const how = [...(amend ? ['--amend'] : []), '--allow-empty', '--allow-empty-message', '-q', '-m', message];
    const who = [`--author=${author} <${author.replaceAll(' ', '.')}@example.org>`, `--date=${date}`];
    gitIn(this.root, ['commit', ...how, ...who], date);
    return this.git('rev-parse', 'HEAD');
  }
}

/** Runs git in a folder, without the settings of this machine. Dates are fixed, so that hashes are the same everywhere. */
export function gitIn(root: string, words: readonly string[], date = '2026-03-01T10:00:00Z'): string {
  const plain = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_COMMITTER_DATE: date };
  const who = ['-c', 'user.name=Ann Lee', '-c', 'user.email=ann@example.org'];
  return execFileSync('git', ['-C', root, ...who, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...plain },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** Writes a file of a folder, and makes the folders above it. */
export function writeIn(root: string, path: string, content: string | Uint8Array): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
