import { useEffect, useRef } from 'preact/hooks';
import { keys } from '../keys.js';
import { start, toHash } from '../route.js';
import { helpOpen, route } from '../state.js';
import { ContextPage } from './ContextPage.js';
import { FilesPage } from './FilesPage.js';
import { Header } from './Header.js';
import { IndexPage } from './IndexPage.js';
import { KeyHints } from './KeyHints.js';
import { SearchPage } from './SearchPage.js';

const pages = { files: FilesPage, search: SearchPage, context: ContextPage, index: IndexPage, unknown: UnknownPage };

export function App() {
  const Page = pages[route.value.view];
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to content
      </button>
      <Header />
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
      <Help />
    </>
  );
}

/** Not a link: the fragment of the address is the page's route. */
const skip = (): void => document.getElementById('main')?.focus();

function Help() {
  const box = useRef<HTMLDialogElement>(null);
  const isOpen = helpOpen.value;
  useEffect(() => {
    if (isOpen) box.current?.showModal();
    else box.current?.close();
  }, [isOpen]);
  const close = (): void => {
    helpOpen.value = false;
  };
  return (
    <dialog ref={box} aria-labelledby="help-title" onClose={close}>
      <div class="section-head">
        <h2 id="help-title">Keys</h2>
        <button type="button" class="quiet small" onClick={close}>
          Close
        </button>
      </div>
      <KeyHints hints={keys} />
    </dialog>
  );
}

/** An address that names no page: a message, and a link back. */
function UnknownPage() {
  return (
    <div class="column">
      <h1>No such page</h1>
      <p role="alert">
        <code>#/{route.value.unknown}</code> names no page here.
      </p>
      <ul class="ways">
        <li>
          <a href={toHash({ ...start })}>Files</a> <span class="faint">every file, with its chunks</span>
        </li>
        <li>
          <a href={toHash({ ...start, view: 'search' })}>Search</a> <span class="faint">by words and by meaning</span>
        </li>
        <li>
          <a href={toHash({ ...start, view: 'context' })}>Context</a>{' '}
          <span class="faint">what a language model would get</span>
        </li>
        <li>
          <a href={toHash({ ...start, view: 'index' })}>Index</a>{' '}
          <span class="faint">how large and how fresh it is</span>
        </li>
      </ul>
    </div>
  );
}
