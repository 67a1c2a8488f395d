/** `froe status`: what an index holds, what it still lacks, and what has changed on disk since. */
import type { Command } from 'commander';
import type { IndexCut, PendingChanges } from '../../engine/engine.js';
import { INDEXED_DOCUMENT_TOKENS } from '../../engine/files.js';
import { type IndexState, withoutPassword } from '../../engine/indexes.js';
import type { Project } from '../../engine/project.js';
import { specOf } from '../../engine/settings.js';
import { defaults, textSizes } from '../../options.js';
import { type LimitFlags, withIndex, withLimit } from '../indexFlags.js';
import { say } from '../output.js';
import { projectAnswering, projectsOf } from '../project.js';

/** The limits of the preset `units`. */
const INDEX_CAPS = [
  `${defaults.maxTokens} tokens`,
  `${INDEXED_DOCUMENT_TOKENS} in documents`,
  `${textSizes.maxChars.toLocaleString('en')} characters in text`,
].join(', ');

interface StatusFlags extends LimitFlags {
  readonly json?: boolean;
}

export function statusCommand(command: Command): void {
  withLimit(withIndex(command))
    .argument('[path]', 'folder to use (default: the nearest parent with an index)')
    .option('--json', 'print JSON')
    .action(async (path: string | undefined, flags: StatusFlags) => {
      for (const { name, project } of await projectsOf(path, flags, projectAnswering)) {
        if (name !== undefined && !flags.json) await say(`${name}\n`);
        await showStatus(project, flags.json === true);
      }
    });
}

async function showStatus(project: Project, json: boolean): Promise<void> {
  await project.inspect(async (engine) => {
    await engine.refuseOtherRoot();
    const state = await engine.state();
    const behind = await engine.behind();
    const artifacts = (await engine.artifacts()).length;
    const history = await (await engine.store.history())?.state();
    await say(
      (json ? asJson : describeStatus)(project, state, behind, { artifacts, history, roots: engine.store.roots }),
    );
  });
}

/** What the index has besides files. */
interface Beside {
  readonly artifacts: number;
  readonly history: IndexState | undefined;
  /** Of a database with several roots. */
  readonly roots: readonly string[] | undefined;
}

/** A preset, with its limits if they are the defaults. */
function describeCut({ preset = 'units', maxTokens, granularity, overlap, tokenizer }: IndexCut): string {
  const caps = maxTokens === undefined ? `up to ${INDEX_CAPS}` : `up to ${maxTokens} tokens`;
  const more = [
    ...(granularity === undefined ? [] : [`granularity ${granularity}`]),
    ...(overlap === undefined ? [] : [`overlap ${overlap}`]),
    ...(tokenizer === undefined ? [] : [tokenizer]),
  ];
  return [`by ${preset}`, ...(preset === 'units' || maxTokens !== undefined ? [caps] : []), ...more].join(', ');
}

function asJson(
  project: Project,
  { writtenAt, ...state }: IndexState,
  { unread, gone, withoutText, cuts }: PendingChanges,
  { artifacts, history, roots }: Beside,
): string {
  const { root, file } = project;
  const {
    preset = 'units',
    maxTokens: max_tokens = null,
    overlap = null,
    granularity = null,
    tokenizer = null,
  } = cuts[0];
  const cut = { preset, max_tokens, overlap, granularity, tokenizer };
  const reranker = project.searchDefaults().reranker?.id ?? null;
  const model = state.model ?? null;
  const indexed_at = writtenAt?.toISOString() ?? null;
  const index = withoutPassword(file);
  return `${JSON.stringify({ root, ...(roots ? { roots } : {}), index, ...state, not_text: withoutText, cut, model, indexed_at, reranker, artifacts, ...(history ? { commits: history.sources } : {}), stale: unread + gone })}\n`;
}

function describeStatus(
  project: Project,
  state: IndexState,
  { unread, gone, withoutText, cuts }: PendingChanges,
  { artifacts, history, roots }: Beside,
): string {
  const { reranker } = project.searchDefaults();
  const { version, sources, chunks, tokens, embedded, pending, bytes, model } = state;
  const n = (count: number): string => count.toLocaleString('en');
  const counted = [n(sources), ...(withoutText > 0 ? [`${n(withoutText)} without text`] : [])].join(', ');
  const never = chunks - embedded - pending;
  const unsearched = never > 0 ? `; ${n(never)} ${never === 1 ? 'chunk is' : 'chunks are'} never searched` : '';
  const stale = [...(unread > 0 ? [`${n(unread)} to be read`] : []), ...(gone > 0 ? [`${n(gone)} gone`] : [])];
  return [
    ...(roots ? [`roots    ${roots.join(', ')}`] : [`root     ${project.root}`]),
    `index    ${withoutPassword(project.file)} (${(bytes / 1e6).toFixed(1)} MB, format ${version})`,
    `sources  ${counted}, ${stale.length > 0 ? `${stale.join(', ')}: run froe index` : 'up to date'}`,
    ...(artifacts > 0 ? [`ingested ${n(artifacts)} ${artifacts === 1 ? 'artifact' : 'artifacts'}`] : []),
    ...(history ? [`history  ${n(history.sources)} commits (${(history.bytes / 1e6).toFixed(1)} MB)`] : []),
    `chunks   ${n(chunks)}, ${n(tokens)} tokens`,
    `cut      ${cuts.map(describeCut).join('; some ')}`,
    model
      ? `vectors  ${n(embedded)} of ${specOf(model.id)}, ${n(pending)} pending${unsearched}`
      : 'vectors  none: keywords only',
    ...(reranker ? [`reranker ${reranker.id}`] : []),
    '',
  ].join('\n');
}
