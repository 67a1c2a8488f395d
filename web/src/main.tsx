/** The page: follows the address, requests data from the server, renders. */
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './components/App.js';
import { listen } from './keys.js';
import { follow } from './remote.js';
import { fromHash } from './route.js';
import {
  addresses,
  commits,
  context,
  file,
  files,
  found,
  references,
  reveal,
  route,
  shown,
  shownKey,
  sizes,
  status,
} from './state.js';
import './theme.js';
import './styles/base.css';
import './styles/header.css';
import './styles/tree.css';
import './styles/source.css';
import './styles/highlight.css';
import './styles/panel.css';
import './styles/results.css';
import './styles/index.css';
import './styles/narrow.css';

addEventListener('popstate', () => {
  route.value = fromHash(location.hash, route.peek());
});
addEventListener('hashchange', () => {
  route.value = fromHash(location.hash, route.peek());
});

follow(addresses.status, status);
follow(addresses.sizes, sizes);
follow(addresses.files, files);
follow(addresses.file, file);
follow(addresses.references, references);
follow(addresses.history, commits);
follow(addresses.search, found);
follow(addresses.context, context);

effect(() => reveal(shownKey.value));
effect(() => {
  const { view, path, q } = route.value;
  const about = { files: shown.value?.path ?? path, index: 'index', search: q, context: q, unknown: 'no such page' }[
    view
  ];
  document.title = about === '' ? 'froe' : `${about} · froe`;
});

listen();
const page = document.getElementById('page');
if (page) render(<App />, page);
