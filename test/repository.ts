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
    return this.#run(words);
  }

  /** Dates are given, so that hashes are the same everywhere. */
  #run(words: readonly string[], date = '2026-03-01T10:00:00Z'): string {
    const plain = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_COMMITTER_DATE: date };
    const env = { ...process.env, ...plain };
    const who = ['-c', 'user.name=Ann Lee', '-c', 'user.email=ann@example.org'];
    return execFileSync('git', ['-C', this.root, ...who, ...words], { encoding: 'utf8', env }).trim();
  }

  write(path: string, content: string | Uint8Array | undefined): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    if (content === undefined) rmSync(file);
    else writeFileSync(file, content);
  }

  /** Gives its hash. */
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
    this.#run(['commit', ...how, ...who], date);
    return this.git('rev-parse', 'HEAD');
  }
}
