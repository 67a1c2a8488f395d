import { useSignal } from '@preact/signals';

const SHOWN = 1500;

export function Copy({ text }: { readonly text: string }) {
  const label = useSignal('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      label.value = 'Copied';
    } catch {
      label.value = 'Copying is not allowed'; // browsers allow it only over https or on localhost
    }
    setTimeout(() => {
      label.value = 'Copy';
    }, SHOWN);
  };
  return (
    <button type="button" class="quiet small" onClick={copy}>
      <span aria-live="polite">{label.value}</span>
    </button>
  );
}
