/** The rows of a long list that are on screen. All have the same height, so it is a division. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Shown {
  readonly from: number;
  readonly to: number;
}

/** Rows rendered beyond the edges, so that a quick scroll shows no blank area. */
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

/** Scrolls as little as needed to show the row, with some space above it. */
export function bringIntoView(element: HTMLElement, row: number, height: number): void {
  const top = row * height;
  const { scrollTop, clientHeight } = element;
  if (top < scrollTop || top + height * 3 > scrollTop + clientHeight) element.scrollTop = Math.max(0, top - height * 3);
}
