import type { Status } from '../../../src/view/api.js';
import { sizes, status } from '../state.js';
import { Freshness } from './Freshness.js';
import { KindChart } from './KindChart.js';
import { Notice } from './Notice.js';
import { SizeChart } from './SizeChart.js';

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
