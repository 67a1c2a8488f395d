/** An index whose tables this froe does not know: of a newer one, or of a development build. Nothing is changed in it. */
import { FroeError } from '../errors.js';

/** `again`: how it is made anew. */
export const formatMismatch = (what: string, format: number, known: number, again: string): FroeError =>
  new FroeError(
    'bad-index',
    `${what} has index format ${format}, and this froe reads format ${known}`,
    `Update froe if a newer one made it. Else make it again: ${again}. ` +
      'Artifacts in it cannot be made from files: export them first, with the froe that made it (froe export --artifacts).',
  );
