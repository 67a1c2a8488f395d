import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artifactFiles } from '../../src/sync/artifactFiles.js';
import { folder } from '../folder.js';

describe('the files that become artifacts', () => {
  const root = folder({
    'inbox/1.eml': 'a',
    'inbox/old/2.eml': 'b',
    'inbox/note.md': 'c',
    'archive/1.eml': 'd',
    'inbox/.gitignore': 'hidden.txt\n',
    'inbox/hidden.txt': 'e',
  });
  const found = (...given: string[]): string[] =>
    artifactFiles(given.map((path) => join(root, path)))
      .files.map(({ sourceSystem, sourceId }) => `${sourceSystem}:${sourceId}`)
      .sort();

  it('are named by the folder and the path inside it', () => {
    expect(found('inbox')).toEqual(['inbox:.gitignore', 'inbox:1.eml', 'inbox:note.md', 'inbox:old/2.eml']);
    expect(found('inbox/1.eml')).toEqual(['inbox:1.eml']);
    expect(found('archive', 'inbox/1.eml', 'inbox/1.eml')).toEqual(['archive:1.eml', 'inbox:1.eml']);
  });

  it('are those that a glob matches', () => {
    expect(found('inbox/*.eml')).toEqual(['inbox:1.eml']);
    expect(found('inbox/**/*.eml')).toEqual(['inbox:1.eml', 'inbox:old/2.eml']);
    expect(found('inbox/*.{eml,md}')).toEqual(['inbox:1.eml', 'inbox:note.md']);
  });

  it('are reported if missing', () => {
    const { files, troubles } = artifactFiles([join(root, 'nothing.txt'), join(root, 'inbox/*.pdf')]);
    expect(files).toEqual([]);
    expect(troubles).toMatchObject([
      { code: 'not-found', message: 'does not exist', named: true },
      { code: 'not-found', message: 'has no files', named: true },
    ]);
  });
});
