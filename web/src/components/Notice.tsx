import type { ApiError } from '../../../src/view/api.js';

/** What went wrong, and what to do about it. */
export function Notice({ error }: { readonly error: ApiError }) {
  return (
    <div class="notice" role="alert">
      <strong>{error.error}</strong>
      {error.hint && <p>{error.hint}</p>}
    </div>
  );
}
