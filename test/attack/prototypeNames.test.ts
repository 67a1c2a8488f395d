/** What every object has, `constructor` or `valueOf`, is a name like any other: of a file, a view, a heading, a filter. */
import { describe, expect, it } from 'vitest';
import { parseEmbedderSpec } from '../../src/embed/spec.js';
import { open } from '../../src/engine/engine.js';
import { expressionOf } from '../../src/search/expression.js';
import { parseQuery } from '../../src/search/query.js';
import { resolveTypeName, typeFilter } from '../../src/search/typeNames.js';
import { folder } from '../folder.js';

/** A tree in which NAME stands where a table might be asked for it. */
const tree = {
  'src/NAME.ts': "import a from './NAME';\nexport function NAME(): number {\n  return NAME() + a;\n}\n",
  'src/NAME.py': 'import NAME\n\ndef NAME(a):\n    return NAME(a)\n',
  'src/a.NAME': 'Words in a file of an unknown kind.\n',
  'src/a.c': '#NAME x\n#define NAME 1\nint NAME(void) { return 1; }\n',
  'docs/NAME.md':
    '---\nNAME: 1\n---\n# NAME\n\nSee [it](#NAME).\n\n```NAME\ncode\n```\n\n<NAME>x</NAME>\n\n[NAME]: http://x.y\n\n## NAME\n\nText.\n',
  'docs/entity.md': '# The &NAME; function\n\nText.\n',
  'docs/NAME.rst': 'Title\n=====\n\n.. NAME:: x\n\n   body\n\n.. _NAME:\n\n:NAME: field\n',
  'docs/a.org': '* TODO a\n:PROPERTIES:\n:NAME: 1\n:END:\n#+begin_src NAME\nx\n#+end_src\n',
  'docs/a.adoc': '= Title\n:NAME: 1\n\n[NAME]\n----\nx\n----\n',
  'docs/a.tex': '\\documentclass{NAME}\n\\begin{NAME}\n\\section{NAME}\ntext \\NAME{x}\n\\end{NAME}\n',
  'docs/a.html':
    '<html><body><h1 id="NAME">a</h1><NAME NAME="1">t</NAME><script type="NAME">x</script></body></html>\n',
  'conf/a.json': '{"NAME": {"NAME": 1, "a": [{"NAME": 2}]}, "b": 1}\n',
  'conf/a.yaml': 'NAME:\n  NAME: 1\nb: &NAME 2\nc: *NAME\n',
  'conf/a.toml': 'NAME = 1\n[NAME]\nNAME = 2\n',
  'conf/a.xml': '<NAME NAME="1"><NAME/></NAME>\n',
  'go.mod': 'module example.com/NAME\n',
  'package.json': '{"name": "NAME", "dependencies": {"NAME": "1"}, "exports": {"NAME": "./a"}}\n',
  Makefile: 'NAME: a.o\n\techo NAME\n',
  'a.ipynb': JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { language: 'NAME' } },
    cells: [
      { cell_type: 'code', metadata: {}, source: ['%%NAME\n', 'x = 1\n'], outputs: [{ output_type: 'NAME' }] },
      { cell_type: 'NAME', metadata: {}, source: ['y'] },
    ],
  }),
  'a.eml':
    'From: a@b.c\nSubject: NAME\nContent-Type: multipart/mixed; boundary="q"\nNAME: 1\n\n--q\nContent-Type: text/plain; charset=NAME\n\nHello.\n' +
    '--q\nContent-Type: NAME\nContent-Disposition: attachment\nContent-Transfer-Encoding: NAME\n\nabc\n--q--\n',
  'manage.py': 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "site1.settings")\n',
  'site1/settings.py': 'INSTALLED_APPS = ["shop"]\nROOT_URLCONF = "site1.urls"\n',
  'site1/urls.py': 'from django.urls import include, path\nurlpatterns = [path("NAME/", include("shop.urls"))]\n',
  'shop/urls.py':
    'from django.urls import path\nfrom . import views\nurlpatterns = [path("one/", views.NAME), path("two/", views.NAME, name="NAME")]\n',
  'shop/views.py': 'def NAME(request):\n    return 1\n',
  'shop/models.py':
    'from django.db import models\n\nclass NAME(models.Model):\n    NAME = models.CharField(max_length=3)\n',
  Gemfile: 'gem "rails"\n',
  'config/application.rb': 'module App\n  class Application < Rails::Application\n  end\nend\n',
  'config/routes.rb': 'Rails.application.routes.draw do\n  resources :NAME\n  get "NAME", to: "NAME#NAME"\nend\n',
  'app/models/a.rb':
    'class A < ApplicationRecord\n  belongs_to :NAME\n  scope :NAME, -> { where(a: 1) }\n  before_save :NAME, if: :NAME\nend\n',
  'app/NAME/thing.rb': 'class Thing\n  def NAME\n    1\n  end\nend\n',
  'db/schema.rb':
    'ActiveRecord::Schema.define(version: 1) do\n  create_table "NAME" do |t|\n    t.NAME "NAME"\n  end\nend\n',
  'web/Box.tsx': 'export function Box({ NAME }: { NAME: string }) {\n  return <NAME><Lid NAME={NAME} /></NAME>;\n}\n',
  'web/Lid.tsx': 'export function NAME() {\n  return <Box NAME="a" />;\n}\n',
  'web/a.vue':
    '<template lang="NAME"><NAME :NAME="1"/></template>\n<script lang="NAME">\nexport default {}\n</script>\n',
};

/** The chunks of that tree, with NAME again where the name stands in any case, and what could not be read. */
async function chunksWith(
  name: string,
): Promise<{ readonly chunks: readonly string[]; readonly troubles: readonly string[] }> {
  const named = (text: string): string => text.replaceAll('NAME', name);
  // `__proto__` is `proto` in a heading.
  const placeholder = (text: string): string => text.replace(new RegExp(name.replaceAll('_', '_?'), 'gi'), 'NAME');
  const root = folder(Object.fromEntries(Object.entries(tree).map(([path, text]) => [named(path), named(text)])));
  const engine = await open(root, { embedder: 'none' });
  const { troubles } = await engine.sync();
  const chunks: string[] = [];
  for await (const some of engine.store.allChunks({}))
    for (const { filePath, chunkType, name: chunkName, startLine, endLine, metadata } of some) {
      const { source_hash: _, ...facts } = metadata;
      chunks.push(placeholder(JSON.stringify([filePath, chunkType, chunkName, startLine, endLine, facts])));
    }
  await engine.close();
  return { chunks: chunks.sort(), troubles: troubles.map((trouble) => placeholder(JSON.stringify(trouble))) };
}

it.each([
  ['constructor', 'konstructor'],
  ['valueOf', 'valueOx'],
  ['toString', 'toStrung'],
  ['__proto__', '__prato__'],
])('a tree full of %s is cut like one full of %s', async (name, ordinary) => {
  expect(await chunksWith(name)).toEqual(await chunksWith(ordinary));
});

describe('is no word of a language that somebody types', () => {
  it('no operator of a query', () => {
    expect(parseQuery('constructor:Injectable').text).toBe('constructor:Injectable');
  });

  it('no embedder', () => {
    expect(() => parseEmbedderSpec('constructor')).toThrow("Unknown embedder 'constructor'");
  });

  it('no group of types, even if chunks have it as their type', () => {
    expect(resolveTypeName('constructor', ['constructor'])).toBe('constructor');
    expect(typeFilter(['constructor'], false).types).toEqual(['constructor']);
  });

  it('no class of characters', () => {
    expect(() => expressionOf('[[:constructor:]]')).toThrow('such a class');
  });
});
