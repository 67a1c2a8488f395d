/** A type of source as a flag; it may be given again. */
import { InvalidArgumentError, Option } from 'commander';
import { type SourceTypeName, sourceTypeNames } from '../search/typeNames.js';

export const sourceTypeFlag = (flags: string, about: string): Option =>
  new Option(flags, `${about}; may be given again`).choices(sourceTypeNames).argParser(several);

/** Instead of the parser of choices(), which knows one alone. */
function several(value: string, before: readonly SourceTypeName[] = []): readonly SourceTypeName[] {
  const name = sourceTypeNames.find((one) => one === value);
  if (name === undefined) throw new InvalidArgumentError(`Allowed choices are ${sourceTypeNames.join(', ')}.`);
  return [...before, name];
}
