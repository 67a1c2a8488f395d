/** Which rows of a long list are on screen: all of one height, so that it is a division. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Shown {
  readonly from: number;
  readonly to: number;
}

/** Rows drawn beyond the edges, so that a quick scroll meets no blank. */
const BEYOND = 12;

export function useWindow(box: RefObject<HTMLElement>, count: number, height: number): Shown {
  const [shown, show] = useState<Shown>({ from: 0, to: Math.min(count, 60) });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = (): void => {
      const first = Math.floor(element.scrollTop / height);
      const from = Math.max(0, first - BEYOND);
      const to = Math.min(count, first + Math.ceil(element.clientHeight / height) + BEYOND);
      show((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [box, count, height]);
  return shown;
}

/** Scrolls as little as needed to have the row on screen, with some air above it. */
export function bringIntoView(element: HTMLElement, row: number, height: number): void {
  const top = row * height;
  const { scrollTop, clientHeight } = element;
  if (top < scrollTop || top + height * 3 > scrollTop + clientHeight) element.scrollTop = Math.max(0, top - height * 3);
}
