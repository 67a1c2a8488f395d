import type { ApiError } from '../../../src/view/api.js';
import { isNarrow } from '../narrow.js';
import { placed, start, toHash } from '../route.js';
import { drawer, file, files, ownChunks, route, shown, step } from '../state.js';
import { ChunkCard } from './ChunkCard.js';
import { CutControls } from './CutControls.js';
import { Drawer } from './Drawer.js';
import { FileHead } from './FileHead.js';
import { LineHistory } from './LineHistory.js';
import { Overview } from './Overview.js';
import { References } from './References.js';
import { Source } from './Source.js';
import { Tree } from './Tree.js';

/** The tree, the file or artifact with its chunks, and the details of the current chunk. */
export function FilesPage() {
  const { path, artifact } = route.value;
  const { error, loading } = file.value;
  const isOpen = path !== '' || artifact !== '';
  const isThere = isOpen && !error;
  return (
    <div class={`files ${isThere ? '' : 'no-file'}`}>
      <Drawer name="tree" title={files.value.value?.root ?? 'Files'}>
        <Tree />
      </Drawer>
      <section class="file" aria-label={artifact === '' ? 'File' : 'Artifact'} aria-busy={loading}>
        {!isOpen && <Overview />}
        {isOpen && error && <UnknownFile error={error} />}
        {isOpen && !shown.value && loading && <p class="reading">Reading…</p>}
        {isThere && shown.value && (
          <>
            <FileHead file={shown.value} />
            <Source file={shown.value} />
            {isNarrow.value && <ChunkBar />}
          </>
        )}
      </section>
      {isThere && (
        <Drawer name="panel" title="Chunks">
          <aside class="panel" aria-label="Chunking and chunks">
            {artifact === '' && <CutControls />}
            <ChunkCard />
            {artifact === '' && <References />}
            {artifact === '' && <LineHistory />}
          </aside>
        </Drawer>
      )}
    </div>
  );
}

/** At the foot of a narrow page: the current chunk, its neighbours, and a button for its details. */
function ChunkBar() {
  const chunks = ownChunks.value;
  const at = chunks.findIndex(({ id }) => id === route.value.chunk);
  const chunk = chunks[at];
  return (
    <div class="chunk-bar">
      <button type="button" class="quiet" aria-label="Previous chunk" onClick={() => step(-1)}>
        ‹
      </button>
      <button
        type="button"
        class="chunk-about"
        onClick={() => {
          drawer.value = 'panel';
        }}
      >
        <span class="chunk-label">{chunk ? chunk.name : 'Chunks and references'}</span>
        <span class="faint">
          {chunk ? `${at + 1} of ${chunks.length} · ${chunk.tokens} tokens` : `${chunks.length} chunks`}
        </span>
      </button>
      <button type="button" class="quiet" aria-label="Next chunk" onClick={() => step(1)}>
        ›
      </button>
    </div>
  );
}

/** A file or an artifact that does not exist: suggestions, and a link back. */
function UnknownFile({ error }: { readonly error: ApiError }) {
  const near = error.near ?? [];
  return (
    <div class="unknown">
      <div role="alert">
        <h1>{error.error}</h1>
        {near.length === 0 && error.hint && <p>{error.hint}</p>}
      </div>
      {near.length > 0 && (
        <>
          <h2>{error.error.endsWith('is a folder') ? 'Files in it' : 'Did you mean'}</h2>
          <ul class="ways">
            {near.map((path) => (
              <li key={path}>
                <a class="mono" href={toHash({ ...route.value, ...placed({ path, artifact: null }) })}>
                  {path}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <a href={toHash(start)}>All files</a>
      </p>
    </div>
  );
}
