/** What the page opens with: the files that have text, and what may be chosen. */
import { basename } from 'node:path';
import { formatNames } from '../format/index.js';
import { defaults } from '../options.js';
import { parserIds } from '../parse/index.js';
import type { FileList } from './api.js';
import type { Viewed } from './viewed.js';

export async function filesOf({ engine, sync, budget, format }: Viewed): Promise<FileList> {
  const rows = [...(await engine.store.sources('main')).values()];
  return {
    root: basename(engine.root),
    files: rows
      .filter(({ kind, language }) => kind === 'file' && language !== '')
      .map(({ path, language, tokens }) => ({ path, language, tokens }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    choices: {
      strategies: ['auto', 'window', ...parserIds],
      formats: formatNames,
      maxTokens: sync.cut?.maxTokens ?? defaults.maxTokens,
      budget,
      format,
    },
  };
}
