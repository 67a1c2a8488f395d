/** `froe doctor`: checks everything that froe needs, and reports what is wrong and what to do. */
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import type { Command } from 'commander';
import { type Store, storeExists, withoutPassword } from '../../engine/indexes.js';
import type { Project } from '../../engine/project.js';
import { projectRoot, trackedIndex } from '../../engine/projectRoot.js';
import { cacheFile, inspect, type SettingKey, VectorCache } from '../../engine/settings.js';
import { FroeError } from '../../errors.js';
import { visible } from '../../text/visible.js';
import { type EmbedderFlags, type RerankerFlags, withEmbedder, withReranker } from '../indexFlags.js';
import { say } from '../output.js';
import { projectAt, valuesOf } from '../project.js';
import { describeError, hook, key, order, vector } from '../trials.js';

/** The result of one check: one line, with what to do where something is wrong. */
export interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly message: string;
}

type DoctorFlags = EmbedderFlags & RerankerFlags & { readonly json?: boolean };

export interface DoctorRequest {
  readonly path: string | undefined;
  readonly flags: DoctorFlags;
  /** Undefined if its settings are wrong, which the check of the index reports. */
  readonly project: Project | undefined;
}

type Check = (request: DoctorRequest) => readonly Finding[] | Promise<readonly Finding[]>;

/** In the order of the report. */
const checks: readonly Check[] = [node, git, tracked, index, cache, settings, key, vector, order, hook];

export function doctorCommand(command: Command): void {
  withReranker(withEmbedder(command))
    .argument('[path]', 'folder to use (default: the nearest parent with an index, else the current folder)')
    .option('--json', 'print JSON: ok, and checks, a list of ok, check and message')
    .action(async (path: string | undefined, flags: DoctorFlags) => {
      const request = { path, flags, project: projectIfWell(path, flags) };
      const found: Finding[] = [];
      for (const check of checks)
        for (const finding of await check(request)) {
          found.push(finding);
          const { ok, what, message } = finding;
          if (!flags.json) await say(`${ok ? 'ok ' : '!! '} ${what.padEnd(10)} ${visible(message)}\n`);
        }
      const ok = found.every((one) => one.ok);
      const records = found.map(({ what, ...rest }) => ({ ok: rest.ok, check: what, message: rest.message }));
      if (flags.json) await say(`${JSON.stringify({ ok, checks: records })}\n`);
      process.exitCode = ok ? 0 : 1;
    });
}

function projectIfWell(path: string | undefined, flags: DoctorFlags): Project | undefined {
  try {
    return projectAt(path, flags);
  } catch (error) {
    if (error instanceof FroeError) return undefined;
    throw error;
  }
}

function node(): Finding[] {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return [{ ok, what: 'node', message: `${process.versions.node} (20.19 or newer is required)` }];
}

/** Without git, froe reads ignore files itself, and the change frequency of files is unknown. */
function git(): Finding[] {
  const { status, stdout } = spawnSync('git', ['--version'], { encoding: 'utf8' });
  const message = status === 0 ? stdout.trim() : 'not found: froe reads ignore files itself';
  return [{ ok: true, what: 'git', message }];
}

function tracked({ project }: DoctorRequest): Finding[] {
  const message = project && trackedIndex(project.root);
  return message === undefined ? [] : [{ ok: false, what: 'git', message }];
}

async function index({ path, flags, project: known }: DoctorRequest): Promise<Finding[]> {
  try {
    const project = known ?? projectAt(path, flags);
    if (!storeExists(project.file))
      return [{ ok: true, what: 'index', message: `none at ${withoutPassword(project.file)}: run froe index` }];
    const store = await project.openExisting();
    try {
      const history = await store.history();
      const faults = [...(await store.check()), ...((await history?.check()) ?? []).map((one) => `history: ${one}`)];
      const { sources, chunks, pending } = await store.state();
      const whole = `${sources} sources, ${chunks} chunks, ${pending} without a vector`;
      return faults.length === 0
        ? [
            { ok: true, what: 'index', message: `${withoutPassword(project.file)}: ${whole}` },
            ...(history ? [await commitsFound(history)] : []),
            await lossless(store, project.root),
          ]
        : faults.map((fault) => ({ ok: false, what: 'index', message: `${fault}: run froe clean, then froe index` }));
    } finally {
      await store.close();
    }
  } catch (error) {
    return [{ ok: false, what: 'index', message: describeError(error) }];
  }
}

async function commitsFound(history: Store): Promise<Finding> {
  const { sources, chunks, pending } = await history.state();
  return { ok: true, what: 'history', message: `${sources} commits, ${chunks} chunks, ${pending} without a vector` };
}

/** Sources that are compared with their files: enough to find a fault that is everywhere, few enough to be quick. */
const SAMPLE_SOURCES = 200;

async function lossless(store: Store, root: string): Promise<Finding> {
  const { verifyIndex } = await import('../../engine/verifyIndex.js');
  const { sources, commits, failures, changed } = await verifyIndex(store, root, { sample: SAMPLE_SOURCES });
  const [first] = failures;
  const since = changed.length > 0 ? `, ${changed.length} changed since` : '';
  return first
    ? {
        ok: false,
        what: 'lossless',
        message: `${first.path}: byte ${first.byte}: ${first.message}: run froe verify --index`,
      }
    : {
        ok: true,
        what: 'lossless',
        message: `${sources} files${commits > 0 ? ` and ${commits} commits` : ''} match byte for byte${since}`,
      };
}

function cache(): Finding[] {
  const file = cacheFile(process.env, homedir());
  const opened = new VectorCache(file);
  const [trouble] = opened.diagnostics;
  opened.close();
  return [{ ok: trouble === undefined, what: 'cache', message: trouble ? trouble.message : file }];
}

/** Each setting that is not a default, and where it comes from. */
function settings({ path, flags }: DoctorRequest): Finding[] {
  try {
    const options = { env: process.env, root: projectRoot(path), home: homedir(), flags: valuesOf(flags) };
    const { settings: values, origins, demands, trusted } = inspect(options);
    const set = Object.entries(origins)
      .filter(([, origin]) => origin.from !== 'default')
      .map(
        ([key, { where }]): Finding => ({
          ok: true,
          what: 'setting',
          message: `${key} = ${withoutPassword(JSON.stringify(values[key as SettingKey]))} (${where})`,
        }),
      ); // entries() forgets the key's type
    const wants = trusted
      ? []
      : demands.map(
          (demand): Finding => ({
            ok: false,
            what: 'trust',
            message: `the project wants to ${demand}: run froe trust`,
          }),
        );
    return [...set, ...wants];
  } catch (error) {
    return [{ ok: false, what: 'settings', message: describeError(error) }];
  }
}
