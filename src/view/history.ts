/** The commits of lines, as `froe why` finds them; those that the index has can be opened. */
import type { Engine } from '../engine/engine.js';
import { COMMITS } from '../engine/indexes.js';
import type { CommitItem, HistoryView } from './api.js';

export async function historyOf(engine: Engine, address: string, sync: boolean): Promise<HistoryView> {
  const { commits, uncommitted, more } = await engine.why(address, { sync });
  const history = await engine.store.history();
  const items = commits.map(async (commit): Promise<CommitItem> => {
    const id = `${COMMITS}:${commit.hash}`;
    return { ...commit, artifact: (await history?.source(id)) ? id : null };
  });
  return { commits: await Promise.all(items), uncommitted, more };
}
