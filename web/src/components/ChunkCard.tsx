import type { ChunkView } from '../../../src/view/api.js';
import { file, go, looked, outlines, ownChunks } from '../state.js';

/** The details of the current chunk: everything that the index stores with it. */
export function ChunkCard() {
  const chunk = looked.value;
  return (
    <section class="chunk" aria-label="Chunk" aria-live="polite">
      {chunk ? <Known chunk={chunk} /> : <Unknown />}
    </section>
  );
}

function Unknown() {
  return (
    <>
      <div class="section-head">
        <h2>Chunk</h2>
      </div>
      <p class="faint">
        Choose a band, or step with <kbd>j</kbd> and <kbd>k</kbd>
      </p>
      <Outlines />
    </>
  );
}

/** Synthetic chunks have no band in the source: they are listed. */
function Outlines() {
  if (outlines.value.length === 0) return null;
  return (
    <>
      <h3>Synthetic</h3>
      <ul class="plain">
        {outlines.value.map(({ id, name, tokens }) => (
          <li key={id}>
            <button type="button" class="link" onClick={() => go({ chunk: id, line: '' }, true)}>
              {name}
            </button>{' '}
            <span class="faint">{tokens} tokens</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Known({ chunk }: { readonly chunk: ChunkView }) {
  const { value } = file.value;
  const at = ownChunks.value.indexOf(chunk);
  const repeated = value?.text.slice(chunk.charStart, chunk.charStart + chunk.overlapChars) ?? '';
  return (
    <>
      <div class="section-head">
        <h2>{chunk.outline === null ? `Chunk ${at + 1}` : 'Synthetic chunk'}</h2>
        <span class="faint">
          {chunk.outline === null ? `of ${ownChunks.value.length.toLocaleString('en')}` : 'not source text'}
        </span>
      </div>
      <p class="chunk-name">{chunk.name}</p>
      {!value?.artifact && <Meter value={chunk.tokens} most={value?.cap ?? chunk.tokens} unit="tokens" />}
      <dl>
        {value?.artifact && <Fact name="Tokens" value={chunk.tokens.toLocaleString('en')} />}
        <Fact name="Id" value={chunk.id} mono />
        <Fact name="Breadcrumb" value={chunk.breadcrumb.replace(/^> /, '')} />
        <Fact name="Type" value={chunk.type} />
        <Fact name="Lines" value={`${chunk.startLine}–${chunk.endLine}`} />
        {chunk.partOf > 1 && <Fact name="Part" value={`${chunk.partIndex} of ${chunk.partOf}`} />}
        <Fact name="Prefix" value={chunk.prefix.trimEnd()} mono />
        {chunk.context !== '' && <Fact name="Context" value={chunk.context} mono />}
        <Fact name="Overlap" value={repeated === '' ? 'none' : repeated} mono={repeated !== ''} />
        {chunk.outline !== null && <Fact name="Text" value={chunk.outline} mono />}
      </dl>
    </>
  );
}

function Fact({
  name,
  value,
  mono = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly mono?: boolean;
}) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd class={mono ? 'mono' : ''}>{value}</dd>
    </div>
  );
}

interface MeterProps {
  readonly value: number;
  readonly most: number;
  readonly unit: string;
}

/** How much of something is used, as a bar and in words. */
function Meter({ value, most, unit }: MeterProps) {
  return (
    <div class="meter">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="meter-all" width="100" height="4" rx="1" />
        <rect class="meter-used" width={Math.min(100, (value / most) * 100)} height="4" rx="1" />
      </svg>
      <span>
        <strong>{value.toLocaleString('en')}</strong>{' '}
        <span class="faint">
          of {most.toLocaleString('en')} {unit}
        </span>
      </span>
    </div>
  );
}
