import { useSignal } from '@preact/signals';

const SHOWN = 1500;

export function Copy({ text }: { readonly text: string }) {
  const said = useSignal('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      said.value = 'Copied';
    } catch {
      said.value = 'Copying is not allowed'; // only over https, or on this machine
    }
    setTimeout(() => {
      said.value = 'Copy';
    }, SHOWN);
  };
  return (
    <button type="button" class="quiet small" onClick={copy}>
      <span aria-live="polite">{said.value}</span>
    </button>
  );
}
