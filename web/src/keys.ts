/** The keyboard. Keys typed into a field are text; Escape leaves it. */

import { stepMatch } from './matches.js';
import { isNarrow } from './narrow.js';
import { views } from './route.js';
import { drawer, go, helpOpen, hovered, route, step } from './state.js';

/** The keys as help lists them, the most useful first. */
export const keys: readonly (readonly [key: string, does: string])[] = [
  ['/', 'search'],
  ['j k', 'next and previous chunk, result or passage'],
  ['n N', 'next and previous match in a file'],
  ['Enter', 'open the selected item'],
  ['o', 'open the file in an editor'],
  ['e', 'explain the score of a result'],
  ['t', 'file tree; arrow keys move, open and close'],
  ['1 2 3 4', 'files, search, context, index'],
  ['Esc', 'leave the field; deselect the chunk'],
  ['?', 'all keys'],
];

export function listen(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target, key } = event;
    if (!(target instanceof HTMLElement)) return;
    if (target.matches('input, select, textarea')) {
      if (key === 'Escape') target.blur();
      if (key === 'ArrowDown' && target.matches('#query')) stepLinks(1);
      return;
    }
    if (target.closest('dialog')) return;
    if (act(key)) event.preventDefault();
  });
}

function act(key: string): boolean {
  const view = views[Number(key) - 1];
  if (view !== undefined) go({ view });
  else if (key === '/') focusOn('#query');
  else if (key === 't') showTree();
  else if (key === 'n' || key === 'N') stepMatch(key === 'n' ? 1 : -1);
  else if (key === 'o') nearFocus('a.editor')?.click();
  else if (key === 'e') nearFocus('summary')?.click();
  else if (key === '?') helpOpen.value = true;
  else if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
  else if (key === 'Escape') forget();
  else return false;
  return true;
}

function move(by: 1 | -1): void {
  if (route.peek().view === 'files') step(by);
  else stepLinks(by);
}

/** Results and passages are links, which Enter opens. */
function stepLinks(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('a[data-step]')];
  const at = links.indexOf(document.activeElement as HTMLElement); // any element: indexOf() returns -1 if it is not one of the links
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}

/** An element of the focused item; on a page about a single item, of that. */
function nearFocus(selector: string): HTMLElement | null {
  const item = document.activeElement?.closest('li.result, li.passage') ?? document.querySelector('main');
  return item?.querySelector<HTMLElement>(selector) ?? null;
}

/** On a narrow page the drawer has to open first. Otherwise at once: the next key may come before the next frame. */
function showTree(): void {
  const focusOnTree = (): void => focusOn('[role="treeitem"][tabindex="0"]');
  if (isNarrow.peek()) {
    drawer.value = 'tree';
    requestAnimationFrame(focusOnTree);
  } else focusOnTree();
}

function forget(): void {
  hovered.value = '';
  if (route.peek().chunk !== '' || route.peek().line !== '') go({ chunk: '', line: '' }, true);
}

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();
