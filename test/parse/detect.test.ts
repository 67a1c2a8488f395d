import { describe, expect, it } from 'vitest';
import { codeLanguage } from '../../src/languages/index.js';
import { configExtensions, configFilenames, scanners } from '../../src/parse/config.js';
import { documents, Formats, type Language, languages } from '../../src/parse/index.js';
import { sourceFromText } from '../../src/sources/read.js';

const formats = new Formats();
const ids = Object.entries(languages);

describe('by its whole name', () => {
  it.each([
    ['Makefile', 'makefile'],
    ['Dockerfile', 'dockerfile'],
    ['CMakeLists.txt', 'cmake'],
    ['meson_options.txt', 'meson'],
    ['Jenkinsfile', 'groovy'],
    ['nginx.conf', 'nginx'],
    ['tsconfig.json', 'jsonc'],
    ['Cargo.lock', 'toml'],
    ['yarn.lock', 'yaml'],
    ['.env', 'env'],
    ['.env.example', 'env'],
    ['.editorconfig', 'ini'],
    ['README', 'text'],
    ['license', 'text'],
    ['COPYING', 'text'],
  ])('%s: %s', (filename, language) => {
    expect(formats.detect(filename, '')).toBe(language);
    expect(formats.detect(filename, '#!/bin/sh\n{"a": 1}')).toBe(language); // what stands inside is not asked
  });
});

describe('by its extension', () => {
  it.each([
    ['notes.txt', 'text'],
    ['server.log', 'lines'],
    ['people.csv', 'csv'],
    ['fix.patch', 'lines'],
    ['README.md', 'markdown'],
    ['main.py', 'python'],
    ['Main.PY', 'python'],
    ['index.ts', 'typescript'],
    ['types.d.ts', 'typescript'],
    ['view.test.tsx', 'tsx'],
    ['show.html.erb', 'erb'],
    ['page.html', 'html'],
    ['page.blade.php', 'blade'],
    ['page.php', 'php'],
    ['app.app.src', 'erlang'],
    ['data.min.json', 'json'],
    ['events.jsonl', 'ndjson'],
    ['ci.yml', 'yaml'],
    ['a.b.c.toml', 'toml'],
  ])('%s: %s', (filename, language) => {
    expect(formats.detect(filename, '')).toBe(language);
    expect(formats.detect(filename, '#!/bin/sh\n')).toBe(language);
  });

  it('takes no extension from a leading dot', () => {
    expect(formats.detect('.py', 'a few words of prose')).toBe('text');
    expect(formats.detect('.hidden.py', '')).toBe('python');
  });

  it('ignores properties of Object.prototype', () => {
    expect(formats.detect('constructor', 'a few words of prose')).toBe('text');
    expect(formats.detect('a.__proto__', 'a few words of prose')).toBe('text');
  });
});

describe('a header, by what is in it', () => {
  it.each([
    ['#include <string>\n\nint size();\n', 'cpp'],
    ['#pragma once\nnamespace zoo::birds\n{\nint heron();\n}\n', 'cpp'],
    ['class API_EXPORT Heron : public Bird {\n};\n', 'cpp'],
    ['struct Heron {\n private:\n  int wings;\n};\n', 'cpp'],
    ['template <typename T> T most(T a, T b);\n', 'cpp'],
    ['std::size_t wings();\n', 'cpp'],
    ['#import <Foundation/Foundation.h>\n\n@interface Heron : Bird\n@end\n', 'objective-c'],
    ['@class Heron;\n', 'objective-c'],
    ['#include <string.h>\n\nint size(struct heron *one);\n', 'c'],
    ['#ifdef __cplusplus\nextern "C" {\n#endif\nint size(void);\n#ifdef __cplusplus\n}\n#endif\n', 'c'],
    ['/*\n class Heron {\n template <T>\n*/\n// std::string is not used\nint size(void);\n', 'c'],
    ['', 'c'],
  ])('%j: %s', (text, language) => {
    expect(formats.detect('heron.h', text.slice(0, 8), () => text)).toBe(language);
    expect(formats.detect('HERON.H', text)).toBe(language);
  });
});

describe('by its first line', () => {
  it.each([
    ['#!/bin/sh', 'bash'],
    ['#!/bin/sh -e', 'bash'],
    ['#! /bin/bash', 'bash'],
    ['#!/usr/bin/env node', 'javascript'],
    ['#!/usr/bin/env -S node --no-warnings', 'javascript'],
    ['#!/usr/bin/env -S deno run -A', 'typescript'],
    ['#!/usr/bin/env -S -i LANG=C PATH=/bin ruby -w', 'ruby'],
    ['#!/usr/bin/python', 'python'],
    ['#!/usr/bin/python3', 'python'],
    ['#!/usr/local/bin/python3.12', 'python'],
    ['#!/usr/bin/env python3.12.1', 'python'],
    ['#!/usr/bin/env -S pypy3.10 -u', 'python'],
    ['#!/usr/bin/lua5.4', 'lua'],
    ['#!/usr/bin/env ruby2.7', 'ruby'],
    ['#!/usr/bin/env php8.3', 'php'],
    ['#!/usr/bin/make -f', 'makefile'],
  ])('%s: %s', (line, language) => {
    for (const end of ['\n', '\r\n', '', '\n<?xml version="1.0"?>\n']) {
      expect(formats.detect('tool', line + end)).toBe(language);
      expect(formats.detect('tool', `\ufeff${line}${end}`)).toBe(language);
    }
  });

  it.each(['#!/opt/unheard-of', '#!', '#!/usr/bin/env', '#!/usr/bin/env -S', ' #!/bin/sh', 'x\n#!/bin/sh'])(
    'is undefined: %j',
    (head) => {
      expect(['text', 'lines']).toContain(formats.detect('tool', head));
    },
  );
});

describe('by how it begins', () => {
  it.each([
    ['<?xml version="1.0"?>', 'xml'],
    ['\n  <?xml version="1.0"?>', 'xml'],
    ['<!DOCTYPE html>\n<html>', 'html'],
    ['<html lang="en">', 'html'],
    ['<?php\necho 1;', 'php'],
    ['{"key": [1, 2]}', 'json'],
    ['{\n  "key": "value"\n}', 'json'],
    ['[{"a": 1}]', 'json'],
    ['["a", "b"]', 'json'],
    ['{}', 'json'],
    ['%YAML 1.2\n---\na: 1', 'yaml'],
    ['---\nname: x\n', 'yaml'],
    ['---\r\nname: x\r\n', 'yaml'],
    ['diff --git a/x b/x', 'lines'],
    ['--- a/x\n+++ b/x', 'lines'],
  ])('%j: %s', (head, language) => {
    expect(formats.detect('unnamed', head)).toBe(language);
    expect(formats.detect('unnamed', `\ufeff${head}`)).toBe(language);
  });

  it.each([
    ['[2026-01-01 10:00:00] started\n[2026-01-01 10:00:01] ready\n', 'lines'],
    ['[1] A footnote stands first, and then there is a great deal of prose.', 'text'],
    ['[[products]]\nname = "hammer"\n', 'lines'],
  ])('%j: not JSON, but %s', (head, language) => {
    expect(formats.detect('unnamed', head)).toBe(language);
  });
});

describe('an unknown text', () => {
  it.each([
    'It was a dark and stormy night; the rain fell in torrents.',
    'Die Treppen sind steil und die Türen niedrig.',
    '欢迎来到老海关。楼梯很陡，门很矮，请小心碰头。',
    'Добро пожаловать в старую таможню.',
  ])('is prose if it reads like prose: %s', (head) => {
    expect(formats.detect('letter', head)).toBe('text');
    expect(formats.detect('letter.unknown', head)).toBe('text');
  });

  it.each([
    'a;b;c\n1;2;3\n4;5;6\n',
    '0x00 0x01 0x02 0x03',
    '====\n----\n====',
    'k1=v1\nk2=v2\nk3=v3\n',
    '12:00 17°\n13:00 18°\n',
  ])('is lines otherwise: %j', (head) => {
    expect(formats.detect('stuff', head)).toBe('lines');
    expect(formats.detect('stuff.unknown', head)).toBe('lines');
  });
});

describe('the tables', () => {
  const heads = ['<?xml ?>', '<html>', '<?php ', '{}', '%YAML', 'diff --git', 'some prose', '1;2;3'];
  const filenames = [
    ...Object.keys(configFilenames),
    ...Object.keys(configExtensions).map((extension) => `x${extension}`),
    ...ids.flatMap(([, { filenames = [], extensions }]) => [
      ...filenames,
      ...extensions.map((extension) => `x${extension}`),
    ]),
    ...['.txt', '.text', '.log', '.out', '.csv', '.tsv', '.diff', '.patch', '.srt', '.vtt'].map(
      (extension) => `x${extension}`,
    ),
  ];
  const found = new Set([
    ...filenames.map((filename) => formats.detect(filename, '')),
    ...ids.flatMap(([, { interpreters = [] }]) =>
      interpreters.map((program) => formats.detect('x', `#!/bin/${program}\n`)),
    ),
    ...heads.map((head) => formats.detect('x', head)),
  ]);

  it('lead to every language', () => {
    const unreachable = [...ids.map(([id]) => id), ...Object.keys(scanners), 'text', 'lines'].filter(
      (id) => !found.has(id),
    );
    expect(unreachable).toEqual([]);
  });

  it('lead to languages with a parser; only a grammar may decline a text', async () => {
    for (const language of found) {
      const { parser, diagnostics } = await formats.parse(
        sourceFromText('a b\n', { tree: 'main', path: 'x', language }),
      );
      if (!codeLanguage(language)) expect(diagnostics).toEqual([]);
      expect(parsersFor(language), language).toContain(parser.id);
    }
  });

  it('map no name, extension or program to two languages', () => {
    const keys = ids.flatMap(([, { filenames = [], extensions, interpreters = [] }]) => [
      ...filenames,
      ...extensions.map((extension) => `*${extension}`),
      ...interpreters.map((program) => `#!${program}`),
    ]);
    keys.push(...Object.keys(configFilenames), ...Object.keys(configExtensions).map((extension) => `*${extension}`));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('write extensions in lower case and with their dot', () => {
    for (const [, { extensions }] of ids)
      for (const extension of extensions) expect(extension).toMatch(/^\.[^A-Z\s]+$/);
  });
});

describe('custom languages', () => {
  const own: Language = {
    ...languages.python,
    name: 'Mine',
    extensions: ['.mine', '.py'],
    filenames: ['Minefile'],
    interpreters: ['mine'],
  };
  const withOwn = new Formats({ mine: own });

  it.each([
    ['a.mine', ''],
    ['a.py', ''],
    ['Minefile', ''],
    ['tool', '#!/usr/bin/env mine\n'],
  ])('override: %s %j', (filename, head) => {
    expect(withOwn.detect(filename, head)).toBe('mine');
    expect(formats.detect(filename, head)).not.toBe('mine');
  });

  it('are read by the parser that fits them', async () => {
    const source = sourceFromText('def f():\n    return 1\n', { tree: 'main', path: 'a.mine', language: 'mine' });
    expect((await withOwn.parse(source)).parser.id).toBe('delimited');
    expect((await formats.parse(source)).parser.id).toBe('lines'); // elsewhere nobody has heard of it
  });
});

/** Which parsers may be the first choice for a language. */
function parsersFor(language: string): readonly string[] {
  if (language === 'text' || language === 'lines') return [language];
  if (Object.hasOwn(scanners, language)) return ['config'];
  if (Object.hasOwn(documents, language)) return [documents[language].id];
  return languages[language].headings ? ['headed'] : ['code', 'delimited'];
}
