import type { PieceView } from '../../../src/view/api.js';
import { file, go, looked, outlines, ownPieces } from '../state.js';
import { Meter } from './Meter.js';

/** What is known of the piece looked at: everything that goes into the index with it. */
export function PieceCard() {
  const piece = looked.value;
  return (
    <section class="piece" aria-label="Piece" aria-live="polite">
      {piece ? <Known piece={piece} /> : <Unknown />}
    </section>
  );
}

function Unknown() {
  return (
    <>
      <div class="section-head">
        <h2>Piece</h2>
      </div>
      <p class="faint">
        Point at a band, or step with <kbd>j</kbd> and <kbd>k</kbd>.
      </p>
      <Outlines />
    </>
  );
}

/** Pieces that are no source text stand in no band: they are listed. */
function Outlines() {
  if (outlines.value.length === 0) return null;
  return (
    <>
      <h3>Synthetic</h3>
      <ul class="plain">
        {outlines.value.map(({ id, name, tokens }) => (
          <li key={id}>
            <button type="button" class="link" onClick={() => go({ piece: id }, true)}>
              {name}
            </button>{' '}
            <span class="faint">{tokens} tokens</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Known({ piece }: { readonly piece: PieceView }) {
  const { value } = file.value;
  const at = ownPieces.value.indexOf(piece);
  const repeated = value?.text.slice(piece.charStart, piece.charStart + piece.overlapChars) ?? '';
  return (
    <>
      <div class="section-head">
        <h2>{piece.outline === null ? `Piece ${at + 1}` : 'Synthetic piece'}</h2>
        <span class="faint">
          {piece.outline === null ? `of ${ownPieces.value.length.toLocaleString('en')}` : 'not source text'}
        </span>
      </div>
      <p class="piece-name">{piece.name}</p>
      {!value?.artifact && <Meter value={piece.tokens} most={value?.cap ?? piece.tokens} unit="tokens" />}
      <dl>
        {value?.artifact && <Fact name="Tokens" value={piece.tokens.toLocaleString('en')} />}
        <Fact name="Id" value={piece.id} mono />
        <Fact name="Breadcrumb" value={piece.breadcrumb.replace(/^> /, '')} />
        <Fact name="Type" value={piece.type} />
        <Fact name="Lines" value={`${piece.startLine}–${piece.endLine}`} />
        {piece.partOf > 1 && <Fact name="Part" value={`${piece.partIndex} of ${piece.partOf}`} />}
        <Fact name="Prefix" value={piece.prefix.trimEnd()} mono />
        {piece.context !== '' && <Fact name="Read under" value={piece.context} mono />}
        <Fact name="Overlap" value={repeated === '' ? 'none' : repeated} mono={repeated !== ''} />
        {piece.outline !== null && <Fact name="Text" value={piece.outline} mono />}
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
