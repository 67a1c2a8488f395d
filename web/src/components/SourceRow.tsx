import type { ChunkView } from '../../../src/view/api.js';
import type { Colouring } from '../colouring.js';
import type { Row, Stretch } from '../lines.js';
import { go, hovered } from '../state.js';
import { Parts } from './Parts.js';

export interface SourceRowProps {
  readonly row: Row;
  readonly colouring: Colouring;
  /** From 0. */
  readonly line: number;
  readonly top: number;
  readonly chunks: readonly ChunkView[];
  /** The id of the current chunk. */
  readonly looked: string;
  /** The address names this line. */
  readonly isNamed: boolean;
  /** The current mark. */
  readonly match: number;
}

/** A line. Its text is in text nodes only: a source is never parsed as HTML. */
export function SourceRow({ row, colouring, line, top, chunks, looked, isNamed, match }: SourceRowProps) {
  const classOf = ({ chunk, repeated }: Stretch): string =>
    [
      'stretch',
      ...(chunk < 0 ? [] : [`hue-${chunk % 6}`]),
      ...(chunk >= 0 && chunks[chunk].id === looked ? ['on'] : []),
      ...(repeated ? ['repeated'] : []),
    ].join(' ');
  const begun = chunks[row.begins];
  const first = row.stretches[0]?.chunk ?? -1;
  const rowClass = [
    'row',
    ...(begun ? ['begins'] : []),
    ...(isNamed ? ['named'] : []),
    ...(first < 0 ? [] : [`hue-${first % 6}`]),
  ].join(' ');
  return (
    <div class={rowClass} style={{ top }}>
      <span class="gutter">
        {begun && <Chip chunk={begun} number={row.begins + 1} isLooked={begun.id === looked} />}
        <span class="line" aria-hidden="true">
          {line + 1}
        </span>
      </span>
      {row.stretches.map((stretch, i) => (
        <span key={i} class={classOf(stretch)} data-chunk={stretch.chunk < 0 ? undefined : stretch.chunk}>
          <Parts parts={colouring.parts(stretch.start, stretch.start + stretch.text.length)} current={match} />
        </span>
      ))}
      {row.hidden > 0 && (
        <span class="hidden-note">… {row.hidden.toLocaleString('en')} more characters in this line</span>
      )}
    </div>
  );
}

function Chip({ chunk, number, isLooked }: { chunk: ChunkView; number: number; isLooked: boolean }) {
  return (
    <button
      type="button"
      class={`chip hue-${(number - 1) % 6} ${isLooked ? 'on' : ''}`}
      aria-label={`Chunk ${number}: ${chunk.name}, ${chunk.tokens} tokens`}
      aria-pressed={isLooked}
      onFocus={() => {
        hovered.value = chunk.id;
      }}
      onBlur={() => {
        hovered.value = '';
      }}
      onClick={(event) => {
        event.stopPropagation();
        go({ chunk: chunk.id, line: '' }, true);
      }}
    >
      {number}
    </button>
  );
}
