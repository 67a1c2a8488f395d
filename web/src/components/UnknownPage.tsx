import { start, toHash } from '../route.js';
import { route } from '../state.js';

/** An address that names no page: a message, and a link back. */
export function UnknownPage() {
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
