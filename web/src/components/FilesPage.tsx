import { isNarrow } from '../narrow.js';
import { file, files, route, shown } from '../state.js';
import { ChunkBar } from './ChunkBar.js';
import { ChunkCard } from './ChunkCard.js';
import { CutControls } from './CutControls.js';
import { Drawer } from './Drawer.js';
import { FileHead } from './FileHead.js';
import { LineHistory } from './LineHistory.js';
import { Overview } from './Overview.js';
import { References } from './References.js';
import { Source } from './Source.js';
import { Tree } from './Tree.js';
import { UnknownFile } from './UnknownFile.js';

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
