/** References from one root of a workspace into another, by the names of packages; and none without. */
import { afterAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import { folder } from '../folder.js';

type Files = Readonly<Record<string, string>>;

const opened: Engine[] = [];
afterAll(() => Promise.all(opened.map((engine) => engine.close())));

/** Who refers to a symbol, as `path name`. */
async function callers(roots: Readonly<Record<string, Files>>, symbol: string): Promise<readonly string[]> {
  const places = Object.entries(roots).map(([name, files]) => [name, folder(files)] as const);
  const engine = await open(Object.fromEntries(places), { embedder: 'none' });
  opened.push(engine);
  await engine.sync();
  const { symbols: all } = await engine.references(symbol);
  return all.flatMap((one) => one.callers.map(({ path, verb }) => `${verb} ${path}`));
}

describe('a reference into another root', () => {
  it('is followed by the module of a go.mod', async () => {
    const lib = { 'go.mod': 'module acme.dev/lib\n', 'net/client.go': 'package net\n\nfunc Dial() {}\n' };
    const app = {
      'go.mod': 'module acme.dev/app\n',
      'main.go': 'package main\n\nimport "acme.dev/lib/net"\n\nfunc main() {\n\tnet.Dial()\n}\n',
    };
    expect(await callers({ lib, app }, 'Dial')).toContain('calls app/main.go');
  });

  it('is followed by the name of a crate', async () => {
    const core = { 'Cargo.toml': '[package]\nname = "acme-core"\n', 'src/lib.rs': 'pub fn dial() {}\n' };
    const app = {
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/main.rs': 'use acme_core::dial;\n\nfn main() {\n    dial();\n}\n',
    };
    expect(await callers({ core, app }, 'dial')).toContain('calls app/src/main.rs');
  });

  it('is followed by the name of a pyproject', async () => {
    const core = {
      'pyproject.toml': '[project]\nname = "acme-core"\n',
      'src/acme_core/__init__.py': '',
      'src/acme_core/net.py': 'def dial():\n    return 1\n',
    };
    const app = { 'app.py': 'from acme_core.net import dial\n\n\ndef run():\n    return dial()\n' };
    expect(await callers({ core, app }, 'dial')).toContain('calls app/app.py');
  });

  it('is followed into a gem that is a dependency, and into no other', async () => {
    const core = {
      'acme-core.gemspec': "Gem::Specification.new do |spec|\n  spec.name = 'acme-core'\nend\n",
      'lib/acme/dialer.rb': 'module Acme\n  class Dialer\n    def dial; end\n  end\nend\n',
    };
    const run = 'class Run\n  def call\n    Acme::Dialer.new\n  end\nend\n';
    const depends = { Gemfile: "gem 'acme-core', path: '../core'\n", 'app/run.rb': run };
    const stranger = { 'app/run.rb': run };
    const found = await callers({ core, depends, stranger }, 'Acme::Dialer');
    expect(found).toContain('creates depends/app/run.rb');
    expect(found.filter((one) => one.includes('stranger'))).toEqual([]);
  });

  it('is never followed if its own root has the definition', async () => {
    const app = { 'user.rb': 'class User\nend\n', 'run.rb': 'class Run\n  def call\n    User.new\n  end\nend\n' };
    expect(await callers({ one: app, two: app }, 'one/user.rb#User')).toEqual(['creates one/run.rb']);
  });

  it('is ambiguous if two roots have a package of that name', async () => {
    const lib = { 'package.json': '{"name": "lib", "main": "index.ts"}', 'index.ts': 'export function dial() {}\n' };
    const app = { 'run.ts': "import { dial } from 'lib';\n\nexport const run = () => dial();\n" };
    expect(await callers({ lib, app }, 'dial')).toContain('calls app/run.ts');
    expect(await callers({ lib, copy: lib, app }, 'dial')).toEqual([]);
  });
});
