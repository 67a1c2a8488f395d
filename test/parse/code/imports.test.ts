import { describe, expect, it } from 'vitest';
import { Imports, importedNames } from '../../../src/parse/code/fields.js';

describe('importedNames', () => {
  it.each([
    ["import { readFile as rf } from 'node:fs'", ['readFile', 'rf']],
    ['import "net/http"', ['http']],
    ['#include <sys/types.h>', ['types']],
    ['from os import path, sep', ['os', 'path', 'sep']],
    ["require_relative 'lib/store'", ['store']],
  ])('%s', (statement, names) => {
    expect(importedNames(statement)).toEqual(names);
  });
});

describe('Imports', () => {
  const statements = ["import { a, bee } from 'x'", "import $ from 'jquery'", 'import été from "été"'];
  const imports = new Imports(statements);

  it('finds those that a text uses, by whole words', () => {
    expect(imports.usedIn('bee(1)', [])).toEqual([statements[0]]);
    expect(imports.usedIn('beehive + ab + x', [])).toEqual([]);
    expect(imports.usedIn('$(été)', [])).toEqual([statements[1], statements[2]]);
  });

  it('does not count an import as a use of itself', () => {
    const text = `${statements[0]}\n`;
    expect(imports.usedIn(text, [text])).toEqual([]);
    expect(imports.usedIn(`${text}a()`, [text])).toEqual([statements[0]]);
  });

  it('returns nothing without imports', () => {
    expect(new Imports([]).usedIn('a b c', [])).toEqual([]);
  });
});
