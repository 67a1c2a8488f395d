/**
 * What a project's configuration wants that only the user may allow. Somebody
 * who clones a project and indexes it must not thereby run its commands, hand
 * its texts to a server of its choice, or have a file written outside of it.
 *
 * What the user's own file, variables or flags name too is the user's wish.
 */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { endpointOf } from '../embed/index.js';
import { FroeError } from '../errors.js';
import { isAddress, shown } from '../store/where.js';
import { defaults, type Settings, type Values } from './keys.js';

export interface Claim {
  readonly root: string;
  readonly settings: Settings;
  /** What the project says, and is not overruled in. */
  readonly project: Values;
  /** What the user says, in each place. */
  readonly user: readonly Values[];
}

/** Each as the end of "it wants to …". */
export function demandsOf({ root, settings, project, user }: Claim): readonly string[] {
  const demands: string[] = [];
  const command = project['hooks.context'];
  if (command !== undefined && !user.some((values) => values['hooks.context'] === command)) {
    demands.push(`run a command: ${command}`);
  }
  const endpoint = newEndpoint(settings, project, user);
  if (endpoint !== undefined) demands.push(`send text to ${endpoint}`);
  const { index } = project;
  if (index !== undefined && isAddress(index)) demands.push(`keep its index in ${shown(index)}`);
  else if (index !== undefined && !isInside(root, resolve(root, index)))
    demands.push(`keep its index in ${resolve(root, index)}`);
  return demands;
}

/** All that a configuration could come to want, whatever the user adds to it: what trusting it means. */
export function wishesOf(root: string, project: Values): readonly string[] {
  // A base URL waits for somebody to choose an embedder that uses it.
  const waits = project.baseUrl !== undefined && placeOf(project.embedder ?? 'none', project.baseUrl) === undefined;
  const settings = { ...defaults, ...project, ...(waits ? { embedder: 'openai/any' } : {}) };
  return demandsOf({ root, settings: settings as Settings, project, user: [] }); // what is undefined there is not said
}

function newEndpoint(settings: Settings, project: Values, user: readonly Values[]): string | undefined {
  if (project.embedder === undefined && project.baseUrl === undefined) return undefined;
  const endpoint = placeOf(settings.embedder, settings.baseUrl);
  if (endpoint === undefined) return undefined;
  // A model that runs on this machine, at its usual place, sends nothing anywhere.
  if (settings.baseUrl === undefined && isLoopback(endpoint)) return undefined;
  const named = user.flatMap(({ embedder, baseUrl }) => [
    ...(embedder === undefined ? [] : [placeOf(embedder, baseUrl)]),
    ...(baseUrl === undefined ? [] : [placeOf(settings.embedder, baseUrl)]),
  ]);
  return named.includes(endpoint) ? undefined : endpoint;
}

/** Undefined also for what is no embedder: nothing is sent by it, and whoever makes it will say what is wrong. */
function placeOf(embedder: string, baseUrl: string | undefined): string | undefined {
  try {
    return endpointOf(embedder, baseUrl);
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
