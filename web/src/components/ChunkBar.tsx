import { drawer, ownChunks, route, step } from '../state.js';

/** At the foot of a narrow page: the current chunk, its neighbours, and a button for its details. */
export function ChunkBar() {
  const chunks = ownChunks.value;
  const at = chunks.findIndex(({ id }) => id === route.value.chunk);
  const chunk = chunks[at];
  return (
    <div class="chunk-bar">
      <button type="button" class="quiet" aria-label="Previous chunk" onClick={() => step(-1)}>
        ‹
      </button>
      <button
        type="button"
        class="chunk-about"
        onClick={() => {
          drawer.value = 'panel';
        }}
      >
        <span class="chunk-label">{chunk ? chunk.name : 'Chunks and references'}</span>
        <span class="faint">
          {chunk ? `${at + 1} of ${chunks.length} · ${chunk.tokens} tokens` : `${chunks.length} chunks`}
        </span>
      </button>
      <button type="button" class="quiet" aria-label="Next chunk" onClick={() => step(1)}>
        ›
      </button>
    </div>
  );
}
