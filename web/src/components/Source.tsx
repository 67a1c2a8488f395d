import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { FileView } from '../../../src/view/api.js';
import { Colouring } from '../colouring.js';
import { lineAt, lineStarts, rowOf, widest } from '../lines.js';
import { match } from '../matches.js';
import { go, hovered, looked, ownChunks, route } from '../state.js';
import { bringIntoView, useWindow } from '../useWindow.js';
import { SourceRow } from './SourceRow.js';

const HEIGHT = 20;

/** The exact text, with its chunks as bands. Only the lines on screen are rendered. */
export function Source({ file }: { readonly file: FileView }) {
  const box = useRef<HTMLElement>(null);
  const { text } = file;
  const starts = useMemo(() => lineStarts(text), [text]);
  const width = useMemo(() => widest(text, starts), [text, starts]);
  const colouring = useMemo(() => new Colouring(file), [file]);
  const chunks = ownChunks.value;
  const count = starts.length - 1;
  const shown = useWindow(box, count, HEIGHT);
  const chosen = chunks.find(({ id }) => id === route.value.chunk);
  const digits = String(count).length;
  const named = Number(route.value.line) - 1;
  const matched = file.marks[2 * match.value];

  useLayoutEffect(() => {
    if (!box.current) return;
    if (named >= 0) bringIntoView(box.current, Math.min(named, count - 1), HEIGHT);
    else if (chosen) bringIntoView(box.current, lineAt(starts, chosen.charStart + chosen.overlapChars), HEIGHT);
  }, [chosen?.id, starts, chosen, named]);
  useLayoutEffect(() => {
    if (box.current && matched !== undefined) bringIntoView(box.current, lineAt(starts, matched), HEIGHT);
  }, [matched, starts]);

  const chunkUnder = (event: Event): string => {
    const under = (event.target as Element).closest<HTMLElement>('[data-chunk]'); // all targets here are elements
    return chunks[Number(under?.dataset.chunk ?? -1)]?.id ?? '';
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j and k step through the same chunks
    // biome-ignore lint/a11y/useKeyWithMouseEvents: every chunk has a button that shows the same when focused
    <section
      class="source"
      ref={box}
      aria-label={`Text of ${file.path}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      onMouseOver={(event) => {
        hovered.value = chunkUnder(event);
      }}
      onMouseLeave={() => {
        hovered.value = '';
      }}
      onClick={(event) => {
        const chunk = chunkUnder(event);
        if (chunk !== '' && getSelection()?.isCollapsed !== false) go({ chunk, line: '' }, true);
      }}
    >
      <div class="rows" style={{ height: count * HEIGHT, minWidth: `${width + digits + 8}ch`, '--digits': digits }}>
        {Array.from({ length: Math.max(0, Math.min(shown.to, count) - shown.from) }, (_, i) => {
          const line = shown.from + i;
          return (
            <SourceRow
              key={line}
              row={rowOf(text, starts, line, chunks, looked.value)}
              colouring={colouring}
              line={line}
              top={line * HEIGHT}
              chunks={chunks}
              looked={looked.value?.id ?? ''}
              isNamed={line === named}
              match={match.value}
            />
          );
        })}
      </div>
    </section>
  );
}
