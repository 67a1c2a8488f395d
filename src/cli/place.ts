/** Which index is meant, and by which settings it is kept: what every command about an index starts with. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { load, type Origins, type Settings, type Values } from '../config/index.js';
import { FroeError } from '../errors.js';
import { storeRoot } from '../store/openStore.js';
import type { CutFlags } from './placeFlags.js';
import { remark } from './talk.js';

export interface Place {
  readonly root: string;
  /** The file of the index, or the address of its database. */
  readonly file: string;
  readonly settings: Settings;
  /** Who said each of them. */
  readonly origins: Origins;
}

export function placeOf(given: string | undefined, flags: CutFlags): Place {
  const root = rootOf(given);
  const { settings, origins, notes } = load({ flags: valuesOf(flags), env: process.env, root, home: homedir() });
  for (const note of notes) remark(note);
  return { root, file: settings.index, settings, origins };
}

/** Where somebody asks: an index that is named may be asked from anywhere, and is of its own folder. */
export async function placeAsked(given: string | undefined, flags: CutFlags): Promise<Place> {
  const place = placeOf(given, flags);
  const root = given === undefined ? await storeRoot(place.file) : undefined;
  return root === undefined || root === place.root ? place : placeOf(root, { ...flags, index: place.file });
}

/** The folder given; or else the nearest one above that has an index or a configuration; or else this one. */
export function rootOf(given: string | undefined): string {
  return given === undefined ? markedAbove(process.cwd()) : folder(given);
}

/** What the command line says of settings. */
export function valuesOf(flags: CutFlags): Values {
  const { index, embedder, baseUrl, dimensions, maxTokens, overlap, granularity } = flags;
  const { exclude, include, maxFileSize, jobs } = flags;
  const which = { index, embedder, baseUrl, dimensions, exclude, include, maxFileSize };
  return { ...which, maxTokens, overlap, granularity, jobs };
}

function folder(given: string): string {
  try {
    if (statSync(given).isDirectory()) return realpathSync(given);
  } catch {
    throw new FroeError('not-found', `${given} does not exist`);
  }
  throw new FroeError('not-a-file', `${given} is not a folder`, 'An index is made of a folder.');
}

const MARKS = ['index.db', 'config.json', 'config.yaml'];

function markedAbove(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    if (MARKS.some((mark) => existsSync(join(at, '.froe', mark)))) return at;
    if (at === dirname(at)) return from;
  }
}
