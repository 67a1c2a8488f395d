import { useMemo } from 'preact/hooks';
import type { ChunkView } from '../../../src/view/api.js';
import { go, hovered, looked, ownChunks } from '../state.js';

const HIGH = 100;
const HUES = [0, 1, 2, 3, 4, 5] as const;
/** With more chunks, bars have no gaps. */
const WITH_GAPS = 120;

/** A bar for each chunk, as high as it fills the cap. Bars of one hue are one path: a large file has thousands. */
export function ChunkSizes({ cap }: { readonly cap: number }) {
  const chunks = ownChunks.value;
  const barOf = barsOf(chunks, cap);
  const paths = useMemo(
    () => HUES.map((hue) => chunks.map((_, i) => (i % HUES.length === hue ? barOf(i) : '')).join('')),
    [chunks, cap],
  );
  const on = chunks.findIndex(({ id }) => id === looked.value?.id);
  const largest = chunks.reduce((most, { tokens }) => Math.max(most, tokens), 0);
  const at = (event: MouseEvent): string => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect(); // the SVG with the listener
    const share = (event.clientX - left) / width;
    return chunks[Math.min(chunks.length - 1, Math.max(0, Math.floor(share * chunks.length)))].id;
  };
  if (chunks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; j and k step through the same chunks
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the same
    <svg
      class="chunk-sizes"
      viewBox={`0 0 ${chunks.length} ${HIGH}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Sizes of ${chunks.length} chunks; the largest has ${largest} of ${cap} tokens`}
      onMouseMove={(event) => {
        hovered.value = at(event);
      }}
      onMouseOut={() => {
        hovered.value = '';
      }}
      onClick={(event) => go({ chunk: at(event), line: '' }, true)}
    >
      {HUES.map((hue) => (
        <path key={hue} class={`bar hue-${hue}`} d={paths[hue]} />
      ))}
      {on >= 0 && <path class={`bar on hue-${on % HUES.length}`} d={barOf(on)} />}
    </svg>
  );
}

/** The SVG path of the i-th bar. */
function barsOf(chunks: readonly ChunkView[], cap: number): (i: number) => string {
  const gap = chunks.length > WITH_GAPS ? 0 : 0.18;
  return (i) => {
    const high = Math.max(3, Math.min(1, chunks[i].tokens / cap) * HIGH);
    return `M${i + gap / 2} ${HIGH}v${-high.toFixed(1)}h${1 - gap}V${HIGH}z`;
  };
}
