import { files } from '../state.js';

/** Opens a line of a file in the editor. Not shown without one. */
export function EditorLink({ path, line }: { readonly path: string; readonly line: number }) {
  // With several roots, a path begins with the name of its root.
  const [first, ...below] = path.split('/');
  const editors = files.value.value?.editors ?? [];
  const editor = editors.find(({ root }) => root === '' || root === first);
  if (!editor) return null;
  const parts = editor.root === '' ? [first, ...below] : below;
  const href = editor.address
    .replace('{path}', parts.map(encodeURIComponent).join('/'))
    .replace('{line}', String(line));
  return (
    <a class="editor" href={href} aria-label={`Open in editor: ${path}, line ${line}`}>
      Open in editor
    </a>
  );
}
