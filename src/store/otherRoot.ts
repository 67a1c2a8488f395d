/** An index is of one folder. Brought up to date from another, it would lose all that the first one has. */
import { FroeError } from '../errors.js';
import { withoutPassword } from './databaseUrl.js';

/** Both are whole paths without links. */
export function refuseOtherRoot(kept: string | undefined, asked: string, where?: string): void {
  if (kept === undefined || kept === asked) return;
  throw new FroeError(
    'other-root',
    `The index${where === undefined ? '' : ` ${withoutPassword(where)}`} is of ${kept}, not of ${asked}`,
    'Name that folder, or another index with --index; `froe clean` drops this one.',
  );
}
