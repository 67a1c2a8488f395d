/**
 * What a project's configuration wants that only the user may allow. Indexing a cloned
 * project must not run its commands, send its texts to a server of its choice, open its
 * links to a program, or write a file outside of it.
 *
 * What the user's own configuration, variables or flags also contain is allowed.
 */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { endpointOf } from '../embed/index.js';
import { FroeError } from '../errors.js';
import { rerankEndpointOf } from '../rerankers/index.js';
import { isDatabaseUrl, withoutPassword } from '../store/databaseUrl.js';
import { isOwnEditor } from './editors.js';
import { type Settings, settingDefaults, type Values } from './keys.js';

export interface ProjectSettings {
  readonly root: string;
  readonly settings: Settings;
  /** Settings of the project that nothing overrides. */
  readonly project: Values;
  /** Settings of the user, by origin. */
  readonly user: readonly Values[];
}

/** Each completes "it wants to …". */
export function demandsOf({ root, settings, project, user }: ProjectSettings): readonly string[] {
  const demands: string[] = [];
  const command = project['hooks.context'];
  if (command !== undefined && !user.some((values) => values['hooks.context'] === command)) {
    demands.push(`run a command: ${command}`);
  }
  // Separately: permission to send chunks somewhere does not include queries.
  const endpoints = senders.map((sender) => newEndpoint(sender, settings, project, user));
  for (const endpoint of new Set(endpoints)) if (endpoint !== undefined) demands.push(`send text to ${endpoint}`);
  const { editor, index } = project;
  if (editor !== undefined && isOwnEditor(editor) && !user.some((values) => values.editor === editor))
    demands.push(`open files with ${editor}`);
  if (index !== undefined && isDatabaseUrl(index)) demands.push(`put its index at ${withoutPassword(index)}`);
  else if (index !== undefined && !isInside(root, resolve(root, index)))
    demands.push(`put its index at ${resolve(root, index)}`);
  return demands;
}

/** Everything that a configuration could want, whatever the user adds to it: what trusting it means. */
export function wishesOf(root: string, project: Values): readonly string[] {
  // A base URL has no effect without an embedder that uses it.
  const waiting = senders
    .filter((sender) => project[sender.baseUrl] !== undefined && placeIn(sender, project) === undefined)
    .map(({ name, any }) => [name, any]);
  const settings = { ...settingDefaults, ...project, ...Object.fromEntries(waiting) };
  return demandsOf({ root, settings: settings as Settings, project, user: [] }); // undefined values are not set
}

/** A component that sends text: its settings, and the URL that they result in. */
interface Sender {
  readonly name: 'embedder' | 'reranker';
  readonly baseUrl: 'baseUrl' | 'rerankerBaseUrl';
  /** A name with which the base URL alone decides. */
  readonly any: string;
  endpointOf(spec: string, baseUrl?: string): string | undefined;
}

const senders: readonly Sender[] = [
  { name: 'embedder', baseUrl: 'baseUrl', any: 'openai/any', endpointOf },
  { name: 'reranker', baseUrl: 'rerankerBaseUrl', any: 'server/any', endpointOf: rerankEndpointOf },
];

function newEndpoint(sender: Sender, settings: Settings, project: Values, user: readonly Values[]): string | undefined {
  const { name, baseUrl } = sender;
  if (project[name] === undefined && project[baseUrl] === undefined) return undefined;
  const endpoint = placeIn(sender, settings);
  if (endpoint === undefined) return undefined;
  // A local model at its default URL sends nothing anywhere.
  if (settings[baseUrl] === undefined && isLoopback(endpoint)) return undefined;
  const named = user.flatMap((values) => [
    ...(values[name] === undefined ? [] : [placeIn(sender, values)]),
    ...(values[baseUrl] === undefined ? [] : [placeIn(sender, { ...settings, [baseUrl]: values[baseUrl] })]),
  ]);
  return named.includes(endpoint) ? undefined : endpoint;
}

/** Undefined also for an unknown name: nothing is sent, and creating it reports the error. */
function placeIn({ name, baseUrl, endpointOf: placeOf }: Sender, values: Values): string | undefined {
  try {
    return placeOf(values[name] ?? 'none', values[baseUrl]);
  } catch (error) {
    if (error instanceof FroeError) return undefined;
    throw error;
  }
}

const isLoopback = (url: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
