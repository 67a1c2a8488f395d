import type { Part } from '../colouring.js';

/** Coloured and marked text, in text nodes only: a source is never parsed as HTML. */
export function Parts({ parts, current = -1 }: { readonly parts: readonly Part[]; readonly current?: number }) {
  return (
    <>
      {parts.map(({ text, kind, mark }, i) =>
        mark >= 0 ? (
          <mark key={i} class={mark === current ? 'current' : undefined}>
            {text}
          </mark>
        ) : kind === 'plain' ? (
          text
        ) : (
          <span key={i} class={`hl-${kind}`}>
            {text}
          </span>
        ),
      )}
    </>
  );
}
