import { file, files, route, shown } from '../state.js';
import { ChunkCard } from './ChunkCard.js';
import { CutControls } from './CutControls.js';
import { FileHead } from './FileHead.js';
import { Notice } from './Notice.js';
import { Source } from './Source.js';
import { Tree } from './Tree.js';

/** The tree, the file or artifact with its chunks, and what is known of the chunk looked at. */
export function FilesPage() {
  const { path, artifact } = route.value;
  const { error, loading } = file.value;
  const isOpen = path !== '' || artifact !== '';
  return (
    <div class={`files ${isOpen ? '' : 'no-file'}`}>
      <Tree />
      <section class="file" aria-label={artifact === '' ? 'File' : 'Artifact'} aria-busy={loading}>
        {!isOpen && <Welcome />}
        {isOpen && error && <Notice error={error} />}
        {isOpen && !shown.value && loading && <p class="reading">Reading…</p>}
        {shown.value && <FileHead file={shown.value} />}
        {shown.value && <Source file={shown.value} />}
      </section>
      {isOpen && (
        <aside class="panel" aria-label="Chunking and chunks">
          {artifact === '' && <CutControls />}
          <ChunkCard />
        </aside>
      )}
    </div>
  );
}

function Welcome() {
  const { value, error } = files.value;
  if (error) return <Notice error={error} />;
  const held = value && [
    counted(value.files.length, 'file'),
    ...(value.artifacts.length > 0 ? [counted(value.artifacts.length, 'artifact')] : []),
  ];
  return (
    <div class="welcome">
      <h1>{value ? value.root : '…'}</h1>
      <p>
        {held ? `${held.join(' and ')}, split along their structure. ` : ''}
        Choose a file to see its chunks, or search with <kbd>/</kbd>.
      </p>
    </div>
  );
}

const counted = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
