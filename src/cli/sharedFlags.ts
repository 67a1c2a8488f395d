/** Flags and values that several commands take. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { NeighbourOptions } from '../engine/neighbours.js';
import { type SourceTypeName, sourceTypeNames } from '../engine/results.js';
import { FroeError } from '../errors.js';
import { presetNames, SMALLEST_CAP } from '../options.js';
import { logAsJson } from './output.js';
import { isPath } from './question.js';

export const wholeNumber = (value: string): number => {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number.');
};

export const positive = (value: string): number => {
  if (wholeNumber(value) > 0) return Number(value);
  throw new InvalidArgumentError('It must be at least 1.');
};

export const tokenCap = (value: string): number => {
  if (wholeNumber(value) >= SMALLEST_CAP) return Number(value);
  throw new InvalidArgumentError(`It must be at least ${SMALLEST_CAP}.`);
};

export const share = (value: string): number => {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be between 0 and 1.');
};

/** A number of at least 1, not necessarily whole. */
export const atLeastOne = (value: string): number => {
  if (/^\d+(?:\.\d+)?$/.test(value) && Number(value) >= 1) return Number(value);
  throw new InvalidArgumentError('It must be a number of at least 1.');
};

/** 0: any free port. */
export const port = (value: string): number => {
  if (wholeNumber(value) <= 65_535) return Number(value);
  throw new InvalidArgumentError('A port is at most 65535.');
};

/** A chunking preset, as a flag. */
export const presetFlag = (): Option =>
  new Option('--preset <name>', 'chunking preset; other flags override it').choices(presetNames);

export const granularityFlag = (): Option =>
  new Option('--granularity <how>', 'pack: small neighbours share a chunk; node: one chunk per unit').choices([
    'pack',
    'node',
  ]);

/** A source type, as a repeatable flag. */
export const sourceTypeFlag = (flags: string, about: string): Option =>
  new Option(flags, `${about}; repeatable`).choices(sourceTypeNames).argParser(several);

/** Instead of the parser of choices(), which allows only one value. */
function several(value: string, before: readonly SourceTypeName[] = []): readonly SourceTypeName[] {
  const name = sourceTypeNames.find((one) => one === value);
  if (name === undefined) throw new InvalidArgumentError(`Allowed choices are ${sourceTypeNames.join(', ')}.`);
  return [...before, name];
}

interface LogFlag {
  readonly log: 'text' | 'json';
}

/** `--log json`: messages on standard error as lines of JSON, with more events. */
export const withLog = (command: Command): Command =>
  command
    .addOption(
      new Option('--log <form>', 'format of messages on stderr: text, or JSON lines with more events')
        .choices(['text', 'json'])
        .default('text'),
    )
    .hook('preAction', (action) => {
      if (action.opts<LogFlag>().log === 'json') logAsJson();
    });

/** The flags that ask several roots as one (docs/workspaces.md). */
export function withRoots(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  // `--workspace "send again"`: a word that is no file is the next argument.
  const isBare = (word: string, next = '-'): boolean =>
    word === '--workspace' && !next.startsWith('-') && !next.endsWith('.json') && !isPath(next);
  command.parseOptions = (argv) => parse(argv.map((word, i) => (isBare(word, argv[i + 1]) ? `${word}=` : word)));
  return command
    .option(
      '--root <path>',
      'folder to use; repeatable, to ask several as one: --root api --root web=../shop-web',
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .option(
      '--workspace [file]',
      'ask all roots of a workspace file (default: the nearest froe.workspace.json)',
      (value: string): string | true => value || true,
    );
}

export interface ExpandFlags {
  readonly expand?: number;
  readonly seamless?: boolean;
}

export const withExpand = (command: Command): Command =>
  command
    .option('--expand <n>', 'add this many chunks before and after, separated by [CHUNK BOUNDARY]', wholeNumber)
    .option('--seamless', 'with --expand: continuous text, without boundaries and overlap');

/** Undefined without --expand. */
export function expanding({ expand, seamless = false }: ExpandFlags): NeighbourOptions | undefined {
  if (expand !== undefined) return { expand, seamless };
  if (seamless) throw new FroeError('bad-option', '--seamless requires --expand', 'Example: --expand 1 --seamless');
  return undefined;
}
