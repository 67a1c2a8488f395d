/** `froe status`: what an index holds, what it still lacks, and what has changed on disk since. */
import type { Command } from 'commander';
import { specOf } from '../../embed/index.js';
import { defaults, textSizes } from '../../options.js';
import { INDEXED_DOCUMENT_TOKENS } from '../../pipeline/presets.js';
import { withoutPassword } from '../../store/databaseUrl.js';
import { refuseOtherRoot } from '../../store/otherRoot.js';
import { ARTIFACTS, type IndexState } from '../../store/store.js';
import { plan } from '../../sync/plan.js';
import { cutIn, planOptions } from '../../sync/recipe.js';
import { openExisting } from '../openIndex.js';
import { type IndexPlace, placeAsked } from '../place.js';
import { type LimitFlags, withLimit, withPlace } from '../placeFlags.js';
import { rerankerIn } from '../rerankerIn.js';
import { syncOptions } from '../syncOptions.js';
import { say } from '../talk.js';

/** Of the preset `units`. */
const INDEX_CAPS = [
  `${defaults.maxTokens} tokens`,
  `${INDEXED_DOCUMENT_TOKENS} in documents`,
  `${textSizes.maxChars.toLocaleString('en')} characters in text`,
].join(', ');

interface StatusFlags extends LimitFlags {
  readonly json?: boolean;
}

export function statusCommand(program: Command): void {
  withLimit(withPlace(program.command('status').description('Say what an index holds, and what it still lacks.')))
    .argument('[path]', 'the folder (default: the nearest one above that has an index)')
    .option('--json', 'as JSON')
    .action(async (path: string | undefined, flags: StatusFlags) => {
      const place = placeAsked(path, flags);
      const store = await openExisting(place);
      try {
        refuseOtherRoot(await store.root('main'), place.root, place.file);
        const state = await store.state();
        const sources = await store.sources('main');
        const options = planOptions(syncOptions(place));
        const { jobs, gone } = plan(place.root, sources, options);
        const cuts = cutsOf(sources.size > 0 ? [...sources.values()] : [options]);
        const artifacts = (await store.sources(ARTIFACTS)).size;
        await say(
          flags.json
            ? asJson(place, state, cuts[0], { artifacts, stale: jobs.length + gone.length })
            : inWords(place, state, { cuts, jobs, gone, artifacts }),
        );
      } finally {
        await store.close();
      }
    });
}

type CutAsked = ReturnType<typeof cutIn>;

/** The ways in which sources are cut, the most frequent first: another flag, and only the next `froe index` cuts anew. */
function cutsOf(rows: readonly { readonly recipe: string | undefined }[]): readonly CutAsked[] {
  const counts = new Map<string, number>();
  for (const { recipe = '' } of rows) counts.set(recipe, (counts.get(recipe) ?? 0) + 1);
  const asked = [...counts].sort(([, a], [, b]) => b - a).map(([recipe]) => cutIn(recipe));
  return asked.filter((one, i) => asked.findIndex((other) => inFull(other) === inFull(one)) === i);
}

/** A preset, and the caps where they are its own. */
function inFull({ preset = 'units', maxTokens, granularity, overlap, tokenizer }: CutAsked): string {
  const caps = maxTokens === undefined ? `up to ${INDEX_CAPS}` : `up to ${maxTokens} tokens`;
  const more = [
    ...(granularity === undefined ? [] : [`granularity ${granularity}`]),
    ...(overlap === undefined ? [] : [`overlap ${overlap}`]),
    ...(tokenizer === undefined ? [] : [tokenizer]),
  ];
  return [`by ${preset}`, ...(preset === 'units' || maxTokens !== undefined ? [caps] : []), ...more].join(', ');
}

interface More {
  readonly artifacts: number;
  readonly stale: number;
}

function asJson(
  { root, file, settings }: IndexPlace,
  { writtenAt, ...state }: IndexState,
  asked: CutAsked,
  more: More,
): string {
  const {
    preset = 'units',
    maxTokens: max_tokens = null,
    overlap = null,
    granularity = null,
    tokenizer = null,
  } = asked;
  const cut = { preset, max_tokens, overlap, granularity, tokenizer };
  const said = { cut, model: state.model ?? null, indexed_at: writtenAt?.toISOString() ?? null };
  return `${JSON.stringify({ root, index: withoutPassword(file), ...state, ...said, reranker: rerankerIn(settings).reranker?.id ?? null, ...more })}\n`;
}

interface Told {
  readonly cuts: readonly CutAsked[];
  readonly jobs: readonly unknown[];
  readonly gone: readonly unknown[];
  readonly artifacts: number;
}

function inWords(place: IndexPlace, state: IndexState, { cuts, jobs, gone, artifacts }: Told): string {
  const { reranker } = rerankerIn(place.settings);
  const { version, sources, chunks, tokens, embedded, pending, bytes, model } = state;
  const n = (count: number): string => count.toLocaleString('en');
  const stale = [
    ...(jobs.length > 0 ? [`${n(jobs.length)} to be read`] : []),
    ...(gone.length > 0 ? [`${n(gone.length)} gone`] : []),
  ];
  return [
    `root     ${place.root}`,
    `index    ${withoutPassword(place.file)} (${(bytes / 1e6).toFixed(1)} MB, format ${version})`,
    `sources  ${n(sources)}, ${stale.length > 0 ? `${stale.join(', ')}: froe index` : 'up to date'}`,
    ...(artifacts > 0 ? [`taken in ${n(artifacts)} ${artifacts === 1 ? 'artifact' : 'artifacts'}`] : []),
    `chunks   ${n(chunks)}, ${n(tokens)} tokens`,
    `cut      ${cuts.map(inFull).join('; some ')}`,
    model ? `vectors  ${n(embedded)} of ${specOf(model.id)}, ${n(pending)} pending` : 'vectors  none: words only',
    ...(reranker ? [`reranker ${reranker.id}`] : []),
    '',
  ].join('\n');
}
