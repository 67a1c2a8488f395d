import { go, hovered, looked, ownPieces } from '../state.js';

const HIGH = 100;

/** A bar for each piece, as high as it fills the cap. */
export function PieceSizes({ cap }: { readonly cap: number }) {
  const pieces = ownPieces.value;
  const largest = Math.max(0, ...pieces.map(({ tokens }) => tokens));
  const gap = pieces.length > 120 ? 0 : 0.18;
  const at = (event: MouseEvent): number => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect(); // the SVG it was put on
    return Math.min(pieces.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * pieces.length)));
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
        hovered.value = pieces[at(event)].id;
      }}
      onMouseOut={() => {
        hovered.value = '';
      }}
      onClick={(event) => go({ piece: pieces[at(event)].id }, true)}
    >
      {pieces.map(({ id, tokens }, i) => {
        const high = Math.max(3, Math.min(1, tokens / cap) * HIGH);
        return (
          <rect
            key={id}
            class={`bar hue-${i % 6} ${id === looked.value?.id ? 'on' : ''}`}
            x={i + gap / 2}
            y={HIGH - high}
            width={1 - gap}
            height={high}
          />
        );
      })}
    </svg>
  );
}
