/** The checks of `froe doctor` that try something: the key, the embedder, the reranker and the hook. */
import { contextHook } from '../engine/contextHook.js';
import type { Project } from '../engine/project.js';
import { apiKeyStatus, type Settings, specOf } from '../engine/settings.js';
import { FroeError, messageWithHint } from '../errors.js';
import type { DoctorRequest, Finding } from './commands/doctor.js';

/** Long enough for a model that must be loaded first. */
const TRIAL_TIMEOUT_MS = 20_000;

const TRIAL = { path: 'doctor.py', text: 'def add(a, b):\n    return a + b\n' } as const;

/** Whether the embedder has a key; `vector` checks whether it is accepted. */
export function key(request: DoctorRequest): Promise<Finding[]> {
  return trying('key', request, async ({ settings }) => {
    const wanted = apiKeyStatus(settings.embedder, { env: process.env, ...sized(settings) });
    if (!wanted) return undefined;
    const { variable, needed, there } = wanted;
    if (there) return `${variable} is set`;
    if (!needed) return `${variable} is not set, and not required`;
    throw new FroeError('provider', `${variable} is not set`, `${settings.embedder} requires a key.`);
  });
}

/** Embeds one text, as a search does. */
export function vector(request: DoctorRequest): Promise<Finding[]> {
  return trying('vector', request, async (project) => {
    const chosen =
      request.flags.embed === false ? undefined : project.embedder({ attempts: 1, timeout: TRIAL_TIMEOUT_MS });
    if (!chosen) return 'none: keywords only';
    const started = performance.now();
    const [made] = await chosen.embed([TRIAL.text], 'query');
    return `${specOf(chosen.id)} returned ${made.length} dimensions in ${since(started)}`;
  });
}

/** Reranks two texts, as a search would; nothing of the project is sent. */
export function order(request: DoctorRequest): Promise<Finding[]> {
  return trying('reranker', request, async (project) => {
    const { reranker } = project.searchDefaults({ attempts: 1, timeout: TRIAL_TIMEOUT_MS });
    if (!reranker) return undefined;
    const started = performance.now();
    await reranker.rerank('add two numbers', [TRIAL.text, TRIAL.path]);
    return `${reranker.id} ranked two texts in ${since(started)}`;
  });
}

/** Runs the context hook once, with a function of two lines. */
export function hook(request: DoctorRequest): Promise<Finding[]> {
  return trying('hook', request, async ({ root, settings: { 'hooks.context': command } }) => {
    if (command === undefined) return undefined;
    const { chunk } = await import('../engine/cutting.js'); // loads every parser, which no other check needs
    const { chunks } = await chunk(TRIAL.text, { path: TRIAL.path });
    const started = performance.now();
    const lines = await contextHook(command, root, TRIAL_TIMEOUT_MS)(chunks);
    const line = lines.get(chunks[0].id);
    if (line !== undefined) return `${command} answered in ${since(started)}: ${line.slice(0, 60)}`;
    throw new FroeError(
      'provider',
      `${command} returned nothing for ${chunks[0].id}`,
      'It must write one line {"id": …, "context": …} for each record.',
    );
  });
}

/** Nothing to report without settings. */
async function trying(
  what: string,
  { project }: DoctorRequest,
  attempt: (project: Project) => Promise<string | undefined>,
): Promise<Finding[]> {
  try {
    const message = project && (await attempt(project));
    return message === undefined ? [] : [{ ok: true, what, message }];
  } catch (error) {
    return [{ ok: false, what, message: describeError(error) }];
  }
}

export const describeError = (error: unknown): string => {
  if (!(error instanceof FroeError)) throw error;
  return messageWithHint(error);
};

const sized = ({ baseUrl, dimensions, maxTokens }: Settings) => ({ baseUrl, dimensions, maxTokens });

const since = (started: number): string => `${Math.ceil(performance.now() - started)} ms`;
