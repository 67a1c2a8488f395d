import { describe, expect, it } from 'vitest';
import { editorAddress, editorKind } from '../../src/config/editors.js';

describe('an editor', () => {
  it.each([
    ['vscode', 'vscode://file/{path}:{line}'],
    ['idea', 'idea://open?file={path}&line={line}'],
    ['subl://open?url=file://{path}&line={line}', 'subl://open?url=file://{path}&line={line}'],
    ['http://localhost:63342/api/file/{path}', 'http://localhost:63342/api/file/{path}'],
    ['none', undefined],
  ])('%s', (editor, address) => {
    expect(editorKind.takes(editor)).toBe(true);
    expect(editorAddress(editor)).toBe(address);
  });

  it.each([
    'emacs',
    'vscode://file',
    '{path}',
    'javascript://%0aalert(1)//{path}',
    'JavaScript://x{path}',
    'javascript:alert(1){path}',
    'data://text/html,{path}',
    'file:///{path}',
    'vscode://file/{path} x',
    ' javascript://{path}',
    'constructor',
    7,
  ])('is not %j', (editor) => {
    expect(editorKind.takes(editor)).toBe(false);
  });
});
