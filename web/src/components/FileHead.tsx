import type { FileView } from '../../../src/view/api.js';
import { outlines, ownChunks } from '../state.js';
import { ChunkSizes } from './ChunkSizes.js';

const n = (count: number): string => count.toLocaleString('en');

export function FileHead({ file }: { readonly file: FileView }) {
  const chunks = ownChunks.value;
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  const { artifact } = file;
  const folder = artifact ? '' : file.path.split('/').slice(0, -1).join('/');
  return (
    <div class="file-head">
      <h1>
        {folder !== '' && <span class="faint">{folder}/</span>}
        {file.path.slice(folder === '' ? 0 : folder.length + 1)}
      </h1>
      <p class="facts" aria-live="polite">
        <span>{artifact ? artifact.type : file.extracted ? `text of ${file.extracted}` : file.language}</span>
        {artifact && <span>from {artifact.system}</span>}
        {artifact && artifact.ts !== '' && <time dateTime={artifact.ts}>{artifact.ts.slice(0, 10)}</time>}
        {artifact && artifact.sensitivity !== 'normal' && (
          <span class="is-tried">{artifact.sensitivity.replaceAll('_', ' ')}</span>
        )}
        <span id="chunk-count">
          {n(chunks.length)} {chunks.length === 1 ? 'chunk' : 'chunks'}
        </span>
        {outlines.value.length > 0 && <span>{n(outlines.value.length)} synthetic</span>}
        <span>{n(tokens)} tokens</span>
        {!artifact && (
          <span class={file.asIndexed ? 'is-true' : 'is-tried'}>{file.asIndexed ? 'as indexed' : 'preview'}</span>
        )}
      </p>
      {file.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      <ChunkSizes cap={file.cap} />
    </div>
  );
}
