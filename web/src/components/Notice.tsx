import type { ApiError } from '../../../src/view/api.js';

/** What went wrong, and what to do about it. */
export function Notice({ said }: { readonly said: ApiError }) {
  return (
    <div class="notice" role="alert">
      <strong>{said.error}</strong>
      {said.hint && <p>{said.hint}</p>}
    </div>
  );
}
