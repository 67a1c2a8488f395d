/** What the page opens with: the files that have text, what was taken in beside them, and what may be chosen. */
import { basename } from 'node:path';
import { strategies } from '../engine/files.js';
import { formatNames } from '../format/index.js';
import { defaults } from '../options.js';
import type { FileList } from './api.js';
import { artifactsOf } from './artifact.js';
import type { Viewed } from './viewed.js';

export async function filesOf({ engine, sync, budget, format }: Viewed): Promise<FileList> {
  const rows = [...(await engine.store.sources('main')).values()];
  return {
    root: basename(engine.root),
    files: rows
      .filter(({ kind, language }) => kind === 'file' && language !== '')
      .map(({ path, language, tokens }) => ({ path, language, tokens }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    artifacts: await artifactsOf(engine),
    choices: {
      strategies,
      formats: formatNames,
      maxTokens: sync.cut?.maxTokens ?? defaults.maxTokens,
      budget,
      format,
    },
  };
}
