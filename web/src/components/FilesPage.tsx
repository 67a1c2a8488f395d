import { file, files, route } from '../state.js';
import { CutControls } from './CutControls.js';
import { FileHead } from './FileHead.js';
import { Notice } from './Notice.js';
import { PieceCard } from './PieceCard.js';
import { Source } from './Source.js';
import { Tree } from './Tree.js';

/** The tree, the file with its pieces, and what is known of the piece looked at. */
export function FilesPage() {
  const { path } = route.value;
  const { value, error, loading } = file.value;
  const shown = value?.path === path ? value : undefined;
  return (
    <div class={`files ${path === '' ? 'no-file' : ''}`}>
      <Tree />
      <section class="file" aria-label="File" aria-busy={loading}>
        {path === '' && <Welcome />}
        {path !== '' && error && <Notice said={error} />}
        {path !== '' && !shown && loading && <p class="reading">Reading…</p>}
        {shown && <FileHead file={shown} />}
        {shown && <Source file={shown} />}
      </section>
      {path !== '' && (
        <aside class="panel" aria-label="Cutting and pieces">
          <CutControls />
          <PieceCard />
        </aside>
      )}
    </div>
  );
}

function Welcome() {
  const { value, error } = files.value;
  if (error) return <Notice said={error} />;
  return (
    <div class="welcome">
      <h1>{value ? value.root : '…'}</h1>
      <p>
        {value ? `${value.files.length.toLocaleString('en')} files, each cut along its own structure. ` : ''}
        Choose one to see its pieces, or ask a question with <kbd>/</kbd>.
      </p>
    </div>
  );
}
