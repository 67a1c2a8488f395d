import { files } from '../state.js';

/** Opens a line of a file where it can be changed. Not there where nobody has an editor for it. */
export function EditorLink({ path, line }: { readonly path: string; readonly line: number }) {
  const template = files.value.value?.editor;
  if (!template) return null;
  const href = template
    .replace('{path}', path.split('/').map(encodeURIComponent).join('/'))
    .replace('{line}', String(line));
  return (
    <a class="editor" href={href} aria-label={`Open in editor: ${path}, line ${line}`}>
      Open in editor
    </a>
  );
}
