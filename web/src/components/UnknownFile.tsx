import type { ApiError } from '../../../src/view/api.js';
import { placed, start, toHash } from '../route.js';
import { route } from '../state.js';

/** A file or an artifact that does not exist: suggestions, and a link back. */
export function UnknownFile({ error }: { readonly error: ApiError }) {
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
