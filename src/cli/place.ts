/** Which index is meant, and by which settings it is kept: what every command about an index starts with. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { load, type Origins, type Settings, type Values } from '../config/index.js';
import { FroeError } from '../errors.js';
import { isBelow, relativePosix } from '../sources/jail.js';
import { storeExists } from '../store/openStore.js';
import { mergeValues } from './mergeFlags.js';
import type { CutFlags } from './placeFlags.js';
import { remark } from './talk.js';

export interface IndexPlace {
  readonly root: string;
  /** The file of the index, or the address of its database. */
  readonly file: string;
  readonly settings: Settings;
  /** Who said each of them. */
  readonly origins: Origins;
}

export function placeOf(given: string | undefined, flags: CutFlags): IndexPlace {
  return placeAt(rootOf(given), flags);
}

function placeAt(root: string, flags: CutFlags): IndexPlace {
  const { settings, origins, notes } = load({ flags: valuesOf(flags), env: process.env, root, home: homedir() });
  for (const note of notes) remark(note);
  return { root, file: settings.index, settings, origins };
}

/** An index, and as much of it as is asked about. */
export interface AskedPlace extends IndexPlace {
  /** The folder or file, as the index has it; empty for all of it. */
  readonly below: string;
}

/**
 * Where somebody asks. A folder below an index is asked about in that one. Of which
 * folder an index is, is never taken from the index: whoever opens it compares.
 *
 *     ~/app/.froe/index.db     froe search q src         ~/app, below src
 *     ~/app/src                froe search q .           the same, from inside
 *                              froe search q             ~/app, all of it
 */
export function placeAsked(given: string | undefined, flags: CutFlags): AskedPlace {
  const at = given === undefined ? process.cwd() : real(given);
  const from = statSync(at).isDirectory() ? at : dirname(at);
  const place = nearestOf(from, flags);
  return { ...place, below: given !== undefined && isBelow(place.root, at) ? relativePosix(place.root, at) : '' };
}

/** The nearest one above that has an index; or else a configuration; or else this one. */
function nearestOf(from: string, flags: CutFlags): IndexPlace {
  const place = placeAt(markedAbove(from), flags);
  const outer = isUnmade(place) ? indexAbove(place.root) : undefined;
  return outer === undefined ? place : placeAt(outer, flags);
}

/** There is no index, and it would be made inside the root. */
const isUnmade = ({ root, file }: IndexPlace): boolean => file === join(root, HOME, INDEX) && !storeExists(file);

/** An index inside of what another one is of would have the same files again, and be asked instead of it. */
export function refuseNested(place: IndexPlace, isMeant = false): void {
  const outer = isMeant || !isUnmade(place) ? undefined : indexAbove(place.root);
  if (outer === undefined) return;
  const inner = relativePosix(outer, place.root);
  throw new FroeError(
    'bad-option',
    `${place.root} is inside ${outer}, which has an index`,
    `That one answers for it: froe search QUESTION --path ${inner}. To make another inside it, give --nested.`,
  );
}

/** The folder whose index answers for this one: its own, or that of a folder above, which has its files already. */
export function answeringRoot(given: string | undefined, flags: CutFlags): string {
  const place = placeOf(given, flags);
  return (isUnmade(place) ? indexAbove(place.root) : undefined) ?? place.root;
}

/** The folder given; or else the nearest one above that has an index or a configuration; or else this one. */
export function rootOf(given: string | undefined): string {
  return given === undefined ? markedAbove(process.cwd()) : folder(given);
}

/** What the command line says of settings. */
export function valuesOf(flags: CutFlags): Values {
  const { index, embedder, baseUrl, dimensions, preset, maxTokens, overlap, granularity } = flags;
  const { exclude, include, maxFileSize, jobs, maxSensitivity } = flags;
  const { reranker, rerankerBaseUrl, rerankerDepth } = flags;
  const read = flags.rerank === false ? { rerank: false } : {};
  const which = { index, embedder, baseUrl, dimensions, exclude, include, maxFileSize };
  const cut = { preset, maxTokens, overlap, granularity, jobs, maxSensitivity };
  return { ...which, ...cut, reranker, rerankerBaseUrl, rerankerDepth, ...read, ...mergeValues(flags) };
}

function folder(given: string): string {
  const path = real(given);
  if (statSync(path).isDirectory()) return path;
  throw new FroeError('not-a-file', `${given} is not a folder`, 'An index is made of a folder.');
}

function real(given: string): string {
  try {
    return realpathSync(given);
  } catch {
    throw new FroeError('not-found', `${given} does not exist`);
  }
}

const HOME = '.froe';
const INDEX = 'index.db';
const MARKS = [INDEX, 'config.json', 'config.yaml'];

/** The nearest folder that has one of these, from here up. */
function above(from: string, marks: readonly string[]): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (marks.some((mark) => existsSync(join(at, HOME, mark)))) return at;
    if (at === dirname(at)) return undefined;
  }
}

const markedAbove = (from: string): string => above(from, MARKS) ?? from;

/** Not counting the folder itself. */
const indexAbove = (root: string): string | undefined =>
  root === dirname(root) ? undefined : above(dirname(root), [INDEX]);
