import type { FileView } from '../../../src/view/api.js';
import { outlines, ownPieces } from '../state.js';
import { PieceSizes } from './PieceSizes.js';

const n = (count: number): string => count.toLocaleString('en');

export function FileHead({ file }: { readonly file: FileView }) {
  const pieces = ownPieces.value;
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  const { artifact } = file;
  const folder = artifact ? '' : file.path.split('/').slice(0, -1).join('/');
  return (
    <div class="file-head">
      <h1>
        {folder !== '' && <span class="faint">{folder}/</span>}
        {file.path.slice(folder === '' ? 0 : folder.length + 1)}
      </h1>
      <p class="facts" aria-live="polite">
        <span>{artifact ? artifact.type : file.extracted ? `text of a ${file.extracted}` : file.language}</span>
        {artifact && <span>from {artifact.system}</span>}
        {artifact && artifact.ts !== '' && <time dateTime={artifact.ts}>{artifact.ts.slice(0, 10)}</time>}
        {artifact && artifact.sensitivity !== 'normal' && (
          <span class="is-tried">{artifact.sensitivity.replaceAll('_', ' ')}</span>
        )}
        <span id="piece-count">
          {n(pieces.length)} {pieces.length === 1 ? 'piece' : 'pieces'}
        </span>
        {outlines.value.length > 0 && <span>{n(outlines.value.length)} synthetic</span>}
        <span>{n(tokens)} tokens</span>
        {!artifact && (
          <span class={file.asIndexed ? 'is-true' : 'is-tried'}>{file.asIndexed ? 'as indexed' : 'tried out'}</span>
        )}
      </p>
      {file.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      <PieceSizes cap={file.cap} />
    </div>
  );
}
