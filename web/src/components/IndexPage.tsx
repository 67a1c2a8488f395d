import { useSignal } from '@preact/signals';
import type { ApiError, LanguageTotals, Sizes, Status, SyncView } from '../../../src/view/api.js';
import { ask, inWords } from '../remote.js';
import { generation, sizes, status } from '../state.js';
import { Notice } from './Notice.js';

const n = (count: number): string => count.toLocaleString('en');

/** The state and the contents of the index. */
export function IndexPage() {
  const { value, error } = status.value;
  return (
    <div class="column wide">
      <h1>Index</h1>
      {error && <Notice error={error} />}
      {!value && !error && <p class="faint">Checking the folder…</p>}
      {value && (
        <>
          <Freshness status={value} />
          <dl class="figures">
            {figuresOf(value).map(([name, figure, more]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {figure}
                  <span class="faint">{more}</span>
                </dd>
              </div>
            ))}
          </dl>
          <div class="charts">
            {sizes.value.value && <SizeChart sizes={sizes.value.value} chunks={value.chunks} />}
            <KindChart kinds={value.kinds} />
          </div>
        </>
      )}
    </div>
  );
}

const figuresOf = (status: Status): readonly (readonly [string, string, string])[] => [
  ['Sources', n(status.sources), status.artifacts > 0 ? `${n(status.artifacts)} of them artifacts` : ''],
  ['Chunks', n(status.chunks), `${status.chunks > 0 ? Math.round(status.tokens / status.chunks) : 0} tokens each`],
  ['Tokens', n(status.tokens), ''],
  ['On disk', `${(status.bytes / 1e6).toFixed(1)} MB`, `format ${status.version}`],
  status.model
    ? ['Vectors', n(status.embedded), `${status.model}, ${n(status.pending)} pending`]
    : ['Vectors', 'none', 'keywords only'],
];

/** Whether the index is up to date; with a button to update it, if the page may write. */
function Freshness({ status }: { readonly status: Status }) {
  const { toRead, gone, write } = status;
  const busy = useSignal(false);
  const trouble = useSignal<ApiError | undefined>(undefined);
  const bring = async (): Promise<void> => {
    busy.value = true;
    try {
      await ask<SyncView>('/api/sync', { method: 'POST' });
      trouble.value = undefined;
      generation.value++;
    } catch (error) {
      trouble.value = inWords(error);
    }
    busy.value = false;
  };
  const isTrue = toRead + gone === 0;
  const lacks = [...(toRead > 0 ? [`${toRead} to index`] : []), ...(gone > 0 ? [`${gone} deleted`] : [])];
  return (
    <div class={`fresh ${isTrue ? 'is-true' : 'is-tried'}`}>
      <p role="status">{isTrue ? 'Up to date.' : `Out of date: ${lacks.join(', ')}.`}</p>
      {!isTrue && !write && (
        <p class="faint">
          This page is read-only. Run <code>froe index</code>, or start froe view with <code>--write</code>.
        </p>
      )}
      {write && (
        <button type="button" disabled={busy.value || isTrue} onClick={bring}>
          {busy.value ? 'Indexing…' : 'Update the index'}
        </button>
      )}
      {trouble.value && <Notice error={trouble.value} />}
    </div>
  );
}

const SHOWN = 12;

/** Files by kind, the most numerous first; the rest in one line. */
function KindChart({ kinds }: { readonly kinds: readonly LanguageTotals[] }) {
  const rest = kinds.slice(SHOWN).reduce((sum, { files }) => sum + files, 0);
  const rows = [
    ...kinds.slice(0, SHOWN).map(({ language, files }) => ({ name: language, files })),
    ...(rest > 0 ? [{ name: `${kinds.length - SHOWN} more`, files: rest }] : []),
  ];
  const most = Math.max(1, ...rows.map(({ files }) => files));
  return (
    <section class="chart" aria-label="Files by kind">
      <div class="section-head">
        <h2>Files by kind</h2>
      </div>
      <ul class="bars">
        {rows.map(({ name, files }) => (
          <li key={name}>
            <span class="kind">{name}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="chart-bar" width={Math.max(0.5, (files / most) * 100)} height="10" />
            </svg>
            <span class="figure">
              {files.toLocaleString('en')}
              <span class="unseen"> files</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HIGH = 100;

/** Chunks by tokens, in bars that double. */
function SizeChart({ sizes, chunks }: { readonly sizes: Sizes; readonly chunks: number }) {
  const { bars, seen } = sizes;
  const most = Math.max(1, ...bars.map((bar) => bar.chunks));
  const n = (count: number): string => count.toLocaleString('en');
  return (
    <section class="chart" aria-label="Chunks by tokens">
      <div class="section-head">
        <h2>Chunks by tokens</h2>
        {seen < chunks * 0.9 && <span class="faint">{n(seen)} looked at</span>}
      </div>
      <ul class="columns">
        {bars.map((bar) => (
          <li key={bar.from}>
            <span class="figure">{n(bar.chunks)}</span>
            <svg viewBox={`0 0 10 ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
              <rect
                class="chart-bar"
                y={HIGH - Math.max(1, (bar.chunks / most) * HIGH)}
                width="10"
                height={Math.max(1, (bar.chunks / most) * HIGH)}
              />
            </svg>
            <span class="faint">
              {bar.from}–{bar.to}
              <span class="unseen"> tokens</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
