/** Flags → the project that a command is about. */
import type { Engine } from '../engine/engine.js';
import { type AskProjectOptions, Project, type ProjectOptions } from '../engine/project.js';
import type { Values } from '../engine/settings.js';
import { visible } from '../text/visible.js';
import type { CutFlags } from './indexFlags.js';
import { mergeValues } from './mergeFlags.js';
import { warn, warnOf } from './output.js';

export const projectAt = (path: string | undefined, flags: CutFlags): Project => Project.at(path, optionsOf(flags));

export const projectAnswering = (path: string | undefined, flags: CutFlags): Project =>
  Project.answering(path, optionsOf(flags));

/** What every command that asks starts with: an engine of the index that answers, made first where there is none. */
export async function asking<T>(
  path: string | undefined,
  flags: CutFlags,
  what: (engine: Engine, project: Project) => Promise<T>,
  { brief = true, partial = false }: Pick<AskProjectOptions, 'brief' | 'partial'> = {},
): Promise<T> {
  const project = projectAnswering(path, flags);
  const build = async (...run: Parameters<typeof import('./bringUp.js')['bringUp']>) =>
    (await import('./bringUp.js')).bringUp(...run); // with every parser, which an answer does not need
  // Whoever reads the answer on a terminal sees it while the rest is read; a pipe would have to wait for it.
  const finish = partial && process.stdout.isTTY === true;
  return project.ask({ embed: flags.embed, brief, build, partial, finish }, (engine) => what(engine, project));
}

const optionsOf = (flags: CutFlags): ProjectOptions => ({
  values: valuesOf(flags),
  warn: (message) => warn(visible(message)),
  diagnose: warnOf,
});

/** What the command line says of settings. */
export function valuesOf(flags: CutFlags): Values {
  const { index, embedder, baseUrl, dimensions, preset, maxTokens, overlap, granularity } = flags;
  const { exclude, include, maxFileSize, jobs, maxSensitivity } = flags;
  const { reranker, rerankerBaseUrl, rerankerDepth, editor } = flags;
  const read = flags.rerank === false ? { rerank: false } : {};
  const history = flags.history === false ? 0 : flags.history === true ? undefined : flags.history;
  const which = { index, embedder, baseUrl, dimensions, exclude, include, maxFileSize, history };
  const cut = { preset, maxTokens, overlap, granularity, jobs, maxSensitivity };
  return { ...which, ...cut, reranker, rerankerBaseUrl, rerankerDepth, editor, ...read, ...mergeValues(flags) };
}
