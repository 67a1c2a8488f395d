import type { FileView } from '../../../src/view/api.js';
import { match, matchCount, stepMatch } from '../matches.js';
import { placed, toHash } from '../route.js';
import { go, looked, outlines, ownChunks, route } from '../state.js';
import { ChunkSizes } from './ChunkSizes.js';
import { EditorLink } from './EditorLink.js';

const n = (count: number): string => count.toLocaleString('en');

export function FileHead({ file }: { readonly file: FileView }) {
  const chunks = ownChunks.value;
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  const { artifact } = file;
  const folder = artifact ? '' : file.path.split('/').slice(0, -1).join('/');
  return (
    <div class="file-head">
      <div class="file-title">
        <h1>
          {folder !== '' && <span class="faint">{folder}/</span>}
          {file.path.slice(folder === '' ? 0 : folder.length + 1)}
        </h1>
        {!artifact && <EditorLink path={file.path} line={Number(route.value.line) || looked.value?.startLine || 1} />}
      </div>
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
      <UnknownChunk file={file} />
      {route.value.q !== '' && <Matches />}
      <ChunkSizes cap={file.cap} />
    </div>
  );
}

/** The words of the query that are marked in it. */
function Matches() {
  const count = matchCount.value;
  return (
    <p class="matches">
      <span role="status">
        {match.value >= 0 ? `${n(match.value + 1)} of ` : ''}
        {n(count)} {count === 1 ? 'match' : 'matches'} for <q>{route.value.q}</q>
      </span>
      <button type="button" class="quiet small" disabled={count === 0} onClick={() => stepMatch(1)}>
        Next
      </button>
      <button type="button" class="quiet small" onClick={() => go({ q: '' }, true)}>
        Clear
      </button>
    </p>
  );
}

const NEAR = 3;

/** The address names a chunk that this file does not have with the current options. */
function UnknownChunk({ file }: { readonly file: FileView }) {
  const { chunk } = route.value;
  if (chunk === '' || file.chunks.some(({ id }) => id === chunk)) return null;
  const name = chunk.slice(chunk.lastIndexOf('#') + 1).toLowerCase();
  const likeness = (id: string): number => common(id.slice(id.lastIndexOf('#') + 1).toLowerCase(), name);
  const near = [...file.chunks].sort((a, b) => likeness(b.id) - likeness(a.id)).slice(0, NEAR);
  return (
    <p class="note" role="alert">
      There is no chunk <code>{chunk}</code> in this file. Near it:{' '}
      {near.map(({ id, name: title }, i) => (
        <>
          {i > 0 && ', '}
          <a
            href={toHash({
              ...route.value,
              ...placed({ path: file.path, artifact: file.artifact?.id ?? null }, { chunk: id }),
            })}
          >
            {title}
          </a>
        </>
      ))}
    </p>
  );
}

/** Length of the common prefix. */
function common(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
