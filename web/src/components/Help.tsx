import { useEffect, useRef } from 'preact/hooks';
import { keys } from '../keys.js';
import { helpOpen } from '../state.js';
import { KeyHints } from './KeyHints.js';

export function Help() {
  const box = useRef<HTMLDialogElement>(null);
  const isOpen = helpOpen.value;
  useEffect(() => {
    if (isOpen) box.current?.showModal();
    else box.current?.close();
  }, [isOpen]);
  const close = (): void => {
    helpOpen.value = false;
  };
  return (
    <dialog ref={box} aria-labelledby="help-title" onClose={close}>
      <div class="section-head">
        <h2 id="help-title">Keys</h2>
        <button type="button" class="quiet small" onClick={close}>
          Close
        </button>
      </div>
      <KeyHints hints={keys} />
    </dialog>
  );
}
