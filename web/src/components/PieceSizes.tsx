import { useMemo } from 'preact/hooks';
import type { PieceView } from '../../../src/view/api.js';
import { go, hovered, looked, ownPieces } from '../state.js';

const HIGH = 100;
const HUES = [0, 1, 2, 3, 4, 5] as const;
/** Where there are more, bars stand without gaps. */
const WITH_GAPS = 120;

/** A bar for each piece, as high as it fills the cap. Bars of one hue are one path: a large file has thousands. */
export function PieceSizes({ cap }: { readonly cap: number }) {
  const pieces = ownPieces.value;
  const barOf = barsOf(pieces, cap);
  const paths = useMemo(
    () => HUES.map((hue) => pieces.map((_, i) => (i % HUES.length === hue ? barOf(i) : '')).join('')),
    [pieces, cap],
  );
  const on = pieces.findIndex(({ id }) => id === looked.value?.id);
  const largest = pieces.reduce((most, { tokens }) => Math.max(most, tokens), 0);
  const at = (event: MouseEvent): string => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect(); // the SVG it was put on
    const share = (event.clientX - left) / width;
    return pieces[Math.min(pieces.length - 1, Math.max(0, Math.floor(share * pieces.length)))].id;
  };
  if (pieces.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; j and k step through the same pieces
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the same
    <svg
      class="piece-sizes"
      viewBox={`0 0 ${pieces.length} ${HIGH}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Sizes of ${pieces.length} pieces; the largest has ${largest} of ${cap} tokens`}
      onMouseMove={(event) => {
        hovered.value = at(event);
      }}
      onMouseOut={() => {
        hovered.value = '';
      }}
      onClick={(event) => go({ piece: at(event) }, true)}
    >
      {HUES.map((hue) => (
        <path key={hue} class={`bar hue-${hue}`} d={paths[hue]} />
      ))}
      {on >= 0 && <path class={`bar on hue-${on % HUES.length}`} d={barOf(on)} />}
    </svg>
  );
}

/** The bar of the i-th piece, drawn: it stands in the i-th place. */
function barsOf(pieces: readonly PieceView[], cap: number): (i: number) => string {
  const gap = pieces.length > WITH_GAPS ? 0 : 0.18;
  return (i) => {
    const high = Math.max(3, Math.min(1, pieces[i].tokens / cap) * HIGH);
    return `M${i + gap / 2} ${HIGH}v${-high.toFixed(1)}h${1 - gap}V${HIGH}z`;
  };
}
