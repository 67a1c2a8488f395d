import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawer, fold, go, shownKey, treeRows } from '../state.js';
import type { TreeRow } from '../tree.js';
import { bringIntoView, useWindow } from '../useWindow.js';

const HEIGHT = 28;

/** One row at a time is in the tab order; arrow keys move it, and open and close folders. */
export function Tree() {
  const box = useRef<HTMLDivElement>(null);
  const rows = treeRows.value;
  const key = shownKey.value;
  const at = useSignal(key);
  const moved = useRef(false);
  const shown = useWindow(box, rows.length, HEIGHT);
  const current = Math.max(
    0,
    rows.findIndex((row) => row.key === at.value),
  );

  useLayoutEffect(() => {
    at.value = key;
  }, [key, at]);
  useLayoutEffect(() => {
    if (box.current) bringIntoView(box.current, current, HEIGHT);
    if (moved.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });

  const choose = (row: TreeRow): void => {
    at.value = row.key;
    if (row.place === undefined) fold(row.key, !row.isOpen);
    else {
      drawer.value = '';
      go({ path: row.place.path, artifact: row.place.artifact ?? '', chunk: '', line: '' }); // the options for cutting stay
    }
  };
  const pressed = (event: KeyboardEvent): void => {
    const row = rows[current];
    const next = row && nextKey(event.key, rows, current, row);
    if (event.key === 'Enter' || event.key === ' ') choose(row);
    else if (next === undefined) return;
    else at.value = next;
    moved.current = true;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <nav class="tree" aria-label="Files">
      <div class="tree-box" ref={box} role="tree" aria-label="Files" tabIndex={-1} onKeyDown={pressed}>
        <div role="none" class="tree-rows" style={{ height: rows.length * HEIGHT }}>
          {rows.slice(shown.from, shown.to).map((row, i) => (
            <Item
              key={row.key}
              row={row}
              top={(shown.from + i) * HEIGHT}
              isCurrent={shown.from + i === current}
              isShown={row.key === key}
              choose={choose}
            />
          ))}
        </div>
      </div>
    </nav>
  );
}

/** The target of an arrow key; opens and closes folders. */
function nextKey(pressed: string, rows: readonly TreeRow[], at: number, row: TreeRow): string | undefined {
  if (pressed === 'ArrowDown') return rows[Math.min(rows.length - 1, at + 1)].key;
  if (pressed === 'ArrowUp') return rows[Math.max(0, at - 1)].key;
  if (pressed === 'Home') return rows[0].key;
  if (pressed === 'End') return rows[rows.length - 1].key;
  if (pressed === 'ArrowRight' && row.place === undefined) {
    if (row.isOpen) return rows[at + 1]?.key ?? row.key;
    fold(row.key, true);
    return row.key;
  }
  if (pressed === 'ArrowLeft') {
    if (!row.isOpen) return row.key.split('/').slice(0, -1).join('/') || row.key;
    fold(row.key, false);
    return row.key;
  }
  return undefined;
}

interface ItemProps {
  readonly row: TreeRow;
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isShown: boolean;
  readonly choose: (row: TreeRow) => void;
}

function Item({ row, top, isCurrent, isShown, choose }: ItemProps) {
  const isFolder = row.place === undefined;
  const kinds = [...(isFolder ? ['is-folder'] : []), ...(row.isHeading ? ['is-heading'] : [])];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys of all its items
    <div
      class={['tree-row', ...kinds].join(' ')}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isFolder ? row.isOpen : undefined}
      aria-selected={isShown}
      tabIndex={isCurrent ? 0 : -1}
      title={row.name}
      style={{ top, paddingLeft: 12 + (row.level - 1) * 14 }}
      onClick={() => choose(row)}
    >
      <span class="twig" aria-hidden="true" />
      <span class="tree-name">{row.name}</span>
    </div>
  );
}
