import { route } from '../state.js';
import { ContextPage } from './ContextPage.js';
import { FilesPage } from './FilesPage.js';
import { Header } from './Header.js';
import { Help } from './Help.js';
import { IndexPage } from './IndexPage.js';
import { SearchPage } from './SearchPage.js';
import { UnknownPage } from './UnknownPage.js';

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
