/**
 * The settings of a run, highest precedence first:
 *
 *     flag  >  FROE_* variable  >  .froe/config of the root  >  the user's config  >  default
 *
 * Lists are replaced, not merged.
 */
import { resolve } from 'node:path';
import { FroeError } from '../errors.js';
import { hasLink, isBelow, relativePosix } from '../sources/jail.js';
import { isDatabaseUrl } from '../store/databaseUrl.js';
import { isAbove } from '../store/sensitivity.js';
import { nearestWord } from '../text/nearestWord.js';
import { demandsOf, wishesOf } from './demands.js';
import { flagOf, keyNames, type SettingKey, type Settings, settingDefaults, type Values, variableOf } from './keys.js';
import {
  type ConfigFile,
  check,
  checkWord,
  type Environment,
  projectFolder,
  readConfig,
  userFolder,
} from './readConfig.js';
import { isTrusted } from './trust.js';

export interface LoadOptions {
  /** From the command line; undefined: not given. */
  readonly flags?: Values;
  readonly env?: Environment;
  /** The root. */
  readonly root: string;
  /** The user's home. */
  readonly home: string;
}

export interface SettingOrigin {
  readonly from: 'flag' | 'variable' | 'project' | 'user' | 'default';
  /** The flag, the variable or the file; empty for a default. */
  readonly where: string;
}

export type SettingOrigins = Readonly<Record<SettingKey, SettingOrigin>>;

export interface Loaded {
  readonly settings: Settings;
  readonly origins: SettingOrigins;
  /** Warnings, such as an unknown variable. */
  readonly notes: readonly string[];
}

type Known = Pick<ConfigFile, 'path' | 'hash'>;

/** What the project wants that only the user may allow, and whether the user has. */
export interface Inspected extends Loaded {
  readonly project?: Known;
  readonly demands: readonly string[];
  readonly trusted: boolean;
}

/** The settings; throws if the project wants something that it may not set. */
export function load(options: LoadOptions): Loaded {
  const { settings, origins, notes, project, demands, trusted } = inspect(options);
  if (project && demands.length > 0 && !trusted) {
    throw new FroeError(
      'untrusted',
      `${project.path} wants to ${demands.join(', and to ')}`,
      `If you trust it, run: froe trust ${resolve(options.root)}`,
    );
  }
  return { settings, origins, notes };
}

/** The root's own configuration and everything that it could want; undefined if there is none. */
export function projectWishes(root: string): (Known & { readonly wishes: readonly string[] }) | undefined {
  const project = readConfig(projectFolder(root), root);
  return project && { ...project, wishes: wishesOf(resolve(root), project.values) };
}

/** The same without throwing, to show settings without using them. */
export function inspect({ flags = {}, env = {}, root, home }: LoadOptions): Inspected {
  const own = userFolder(env, home);
  const user = readConfig(own);
  const { project, notes } = allowed(readConfig(projectFolder(root), root), user);
  const spoken = check('Command line', flags);
  const variables = fromEnvironment(env);
  const layers: readonly Layer[] = [
    { from: 'flag', values: spoken, where: flagOf },
    { from: 'variable', values: variables, where: variableOf },
    { from: 'project', values: project?.values ?? {}, where: () => project?.path ?? '' },
    { from: 'user', values: user?.values ?? {}, where: () => user?.path ?? '' },
    { from: 'default', values: settingDefaults, where: () => '' },
  ];
  const { settings: merged, origins } = settle(layers);
  const settings: Settings = { ...merged, index: indexPath(merged.index, origins.index, root) };
  if (origins.index.from === 'project') refuseLinked(resolve(root), settings.index, origins.index.where);
  const demands = demandsOf({
    root: resolve(root),
    settings,
    project: keep(project?.values ?? {}, (key) => origins[key].from === 'project'),
    user: [spoken, variables, user?.values ?? {}],
  });
  return {
    settings,
    origins,
    notes: [...notes, ...strayVariables(env)],
    ...(project === undefined ? {} : { project }),
    demands,
    trusted: project !== undefined && demands.length > 0 && isTrusted(own, root, project.hash),
  };
}

/** A project may lower the sensitivity limit of the user's own configuration, but not raise it. */
function allowed(
  project: ConfigFile | undefined,
  user: ConfigFile | undefined,
): { readonly project: ConfigFile | undefined; readonly notes: readonly string[] } {
  const [theirs, ours] = [project?.values.maxSensitivity, user?.values.maxSensitivity];
  if (!project || theirs === undefined || !isAbove(theirs, ours)) return { project, notes: [] };
  const { maxSensitivity: _, ...values } = project.values;
  const note = `${project.path}: maxSensitivity ${theirs} is above yours (${ours}); using yours`;
  return { project: { ...project, values }, notes: [note] };
}

interface Layer {
  readonly from: SettingOrigin['from'];
  readonly values: Values;
  readonly where: (key: SettingKey) => string;
}

/** For each key the value of the first layer that has it. */
function settle(layers: readonly Layer[]): Pick<Loaded, 'settings' | 'origins'> {
  const settings: Partial<Record<SettingKey, unknown>> = {};
  const origins: Partial<Record<SettingKey, SettingOrigin>> = {};
  for (const key of keyNames) {
    const layer = layers.find(({ values }) => values[key] !== undefined);
    if (layer) settings[key] = layer.values[key];
    origins[key] = layer ? { from: layer.from, where: layer.where(key) } : { from: 'default', where: '' };
  }
  return { settings: settings as Settings, origins: origins as SettingOrigins }; // every key was visited
}

/** A flag or variable is relative to the current folder; a setting in a file, to the root. */
const indexPath = (index: string, { from }: SettingOrigin, root: string): string =>
  isDatabaseUrl(index) ? index : from === 'flag' || from === 'variable' ? resolve(index) : resolve(root, index);

/** The target of a link is not part of the trusted file: the index of a project may not be behind one. */
function refuseLinked(root: string, index: string, where: string): void {
  if (isDatabaseUrl(index) || !isBelow(root, index) || !hasLink(root, relativePosix(root, index))) return;
  throw new FroeError('outside', `${where}: index ${index} is or passes through a symbolic link`);
}

/** Empty variables count as unset. */
function fromEnvironment(env: Environment): Values {
  const entries = keyNames.flatMap((key) => {
    const text = env[variableOf(key)];
    return text ? [[key, checkWord(variableOf(key), key, text)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Read elsewhere, and never from a file. */
const OTHER_VARIABLES = ['FROE_API_KEY', 'FROE_CACHE_DIR', 'FROE_TOKEN'];

function strayVariables(env: Environment): readonly string[] {
  const known = [...keyNames.map(variableOf), ...OTHER_VARIABLES];
  return Object.keys(env)
    .filter((name) => name.startsWith('FROE_') && !known.includes(name))
    .map((name) => {
      const near = nearestWord(name, known);
      return `Unknown variable ${name}${near ? `: did you mean ${near}?` : ''}`;
    });
}

const keep = (values: Values, wanted: (key: SettingKey) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => wanted(key as SettingKey))); // its keys are checked ones
