import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isNarrow } from '../narrow.js';
import { type DrawerName, drawer } from '../state.js';

export interface DrawerProps {
  readonly name: DrawerName;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** If there is room, its children in place. Otherwise a dialog at the edge of the screen, closed at first. */
export function Drawer({ name, title, children }: DrawerProps) {
  const box = useRef<HTMLDialogElement>(null);
  const isOpen = drawer.value === name;
  useEffect(() => {
    if (isOpen && box.current?.open === false) box.current.showModal();
    else if (!isOpen) box.current?.close();
  }, [isOpen, isNarrow.value]);
  if (!isNarrow.value) return <>{children}</>;
  const close = (): void => {
    if (drawer.peek() === name) drawer.value = '';
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes every dialog
    <dialog
      class={`drawer ${name}-drawer`}
      ref={box}
      aria-label={title}
      onClose={close}
      onClick={(event) => {
        if (event.target === box.current) close(); // a click on the backdrop
      }}
    >
      <div class="drawer-head">
        <strong>{title}</strong>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
