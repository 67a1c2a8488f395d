import { useSignal } from '@preact/signals';
import type { ApiError, Status, SyncView } from '../../../src/view/api.js';
import { ask, inWords } from '../remote.js';
import { generation } from '../state.js';
import { Notice } from './Notice.js';

/** Whether the index is up to date; with a button to update it, if the page may write. */
export function Freshness({ status }: { readonly status: Status }) {
  const { toRead, gone, write } = status;
  const busy = useSignal(false);
  const trouble = useSignal<ApiError | undefined>(undefined);
  const bring = async (): Promise<void> => {
    busy.value = true;
    try {
      await ask<SyncView>('/api/sync', { method: 'POST' });
      trouble.value = undefined;
      generation.value++;
    } catch (error) {
      trouble.value = inWords(error);
    }
    busy.value = false;
  };
  const isTrue = toRead + gone === 0;
  const lacks = [...(toRead > 0 ? [`${toRead} to index`] : []), ...(gone > 0 ? [`${gone} deleted`] : [])];
  return (
    <div class={`fresh ${isTrue ? 'is-true' : 'is-tried'}`}>
      <p role="status">{isTrue ? 'Up to date.' : `Out of date: ${lacks.join(', ')}.`}</p>
      {!isTrue && !write && (
        <p class="faint">
          This page is read-only. Run <code>froe index</code>, or start froe view with <code>--write</code>.
        </p>
      )}
      {write && (
        <button type="button" disabled={busy.value || isTrue} onClick={bring}>
          {busy.value ? 'Indexing…' : 'Update the index'}
        </button>
      )}
      {trouble.value && <Notice error={trouble.value} />}
    </div>
  );
}
