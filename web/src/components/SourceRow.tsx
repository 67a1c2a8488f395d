import type { PieceView } from '../../../src/view/api.js';
import type { Row, Stretch } from '../lines.js';
import { go, hovered } from '../state.js';

export interface SourceRowProps {
  readonly row: Row;
  /** From 0. */
  readonly line: number;
  readonly top: number;
  readonly pieces: readonly PieceView[];
  /** The id of the piece looked at. */
  readonly looked: string;
}

/** A line. What it says stands in text nodes only: a source is never read as HTML. */
export function SourceRow({ row, line, top, pieces, looked }: SourceRowProps) {
  const classOf = ({ piece, repeated }: Stretch): string =>
    [
      'stretch',
      ...(piece < 0 ? [] : [`hue-${piece % 6}`]),
      ...(piece >= 0 && pieces[piece].id === looked ? ['on'] : []),
      ...(repeated ? ['repeated'] : []),
    ].join(' ');
  const begun = pieces[row.begins];
  const first = row.stretches[0]?.piece ?? -1;
  const rowClass = ['row', ...(begun ? ['begins'] : []), ...(first < 0 ? [] : [`hue-${first % 6}`])].join(' ');
  return (
    <div class={rowClass} style={{ top }}>
      <span class="gutter">
        {begun && <Chip piece={begun} number={row.begins + 1} isLooked={begun.id === looked} />}
        <span class="line" aria-hidden="true">
          {line + 1}
        </span>
      </span>
      {row.stretches.map((stretch, i) => (
        <span key={i} class={classOf(stretch)} data-piece={stretch.piece < 0 ? undefined : stretch.piece}>
          {stretch.text}
        </span>
      ))}
      {row.hidden > 0 && (
        <span class="hidden-note">… {row.hidden.toLocaleString('en')} more characters in this line</span>
      )}
    </div>
  );
}

function Chip({ piece, number, isLooked }: { piece: PieceView; number: number; isLooked: boolean }) {
  return (
    <button
      type="button"
      class={`chip hue-${(number - 1) % 6} ${isLooked ? 'on' : ''}`}
      aria-label={`Piece ${number}: ${piece.name}, ${piece.tokens} tokens`}
      aria-pressed={isLooked}
      onFocus={() => {
        hovered.value = piece.id;
      }}
      onBlur={() => {
        hovered.value = '';
      }}
      onClick={(event) => {
        event.stopPropagation();
        go({ piece: piece.id }, true);
      }}
    >
      {number}
    </button>
  );
}
