/** What refers to a file or to a chunk of it, or to anything that it defines. */
import type { Engine } from '../engine/engine.js';
import { formatSite, type Neighbour } from '../engine/results.js';
import type { ReferencesView, ReferenceView } from './api.js';

const MOST = 300;

export async function referencesTo(engine: Engine, address: string, sync: boolean): Promise<ReferencesView> {
  const [place] = await engine.references(address, { sync });
  const all = place?.callers ?? [];
  // `from a import B` refers to B and to the file; one line of the two says enough.
  const lines = new Set(all.filter(({ own }) => own !== place?.symbol.path).map(({ site }) => formatSite(site)));
  const callers = all.filter(({ own, site }) => own !== place?.symbol.path || !lines.has(formatSite(site)));
  return { references: callers.slice(0, MOST).map(referenceView), more: Math.max(0, callers.length - MOST) };
}

const referenceView = ({ name, verb, own, site }: Neighbour): ReferenceView => ({ ...site, name, verb, own });
