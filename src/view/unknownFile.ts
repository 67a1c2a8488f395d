/** A path that is not in the index, with suggestions. */
import type { Engine } from '../engine/engine.js';
import { nearestPaths } from '../engine/suggestions.js';
import { FroeError } from '../errors.js';

const MAX_PATHS_INSIDE = 12;

export class UnknownFile extends FroeError {
  readonly near: readonly string[];

  constructor({ message, hint }: FroeError, near: readonly string[]) {
    super('not-found', message, hint);
    this.near = near;
  }
}

/** For a folder the first files in it, else files with a similar name. */
export async function unknownFile(engine: Engine, path: string, refusal: FroeError): Promise<UnknownFile> {
  const rows = [...(await engine.store.sources('main')).values()];
  const paths = rows.filter(({ kind, language }) => kind === 'file' && language !== '').map((row) => row.path);
  const inside = paths.filter((one) => one.startsWith(`${path.replace(/\/+$/, '')}/`)).sort();
  return new UnknownFile(refusal, inside.length > 0 ? inside.slice(0, MAX_PATHS_INSIDE) : nearestPaths(path, paths));
}
