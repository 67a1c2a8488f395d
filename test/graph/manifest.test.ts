import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../src/graph/manifest.js';

const stackOf = (path: string, text: string) => manifestOf(path, text)?.stack.map((one) => one.join(' '));

describe('the facts of a manifest', () => {
  it('are its name, its folder, and its stack with versions', () => {
    const text = JSON.stringify({
      name: '@acme/shop',
      main: 'lib/main.js',
      engines: { node: '>=20.19' },
      dependencies: { express: '^5.1.0', '@acme/ui': 'workspace:*' },
      devDependencies: { vitest: '^4.0.0' },
    });
    expect(manifestOf('packages/shop/package.json', text)).toEqual({
      kind: 'node',
      name: '@acme/shop',
      main: 'lib/main.js',
      stack: [
        ['node', '20.19'],
        ['express', '5.1.0'],
      ],
    });
  });

  it('are read in every format', () => {
    expect(
      stackOf(
        'go.mod',
        'module acme.org/x\n\ngo 1.22\n\nrequire (\n\tacme.org/y v1.2.3\n\ta.b/c v2.0.0 // indirect\n)\n',
      ),
    ).toEqual(['go 1.22', 'acme.org/y 1.2.3']);
    expect(
      stackOf(
        'Cargo.toml',
        '[package]\nname = "x"\nedition = "2021"\n[dependencies]\nserde = { version = "1.0" }\nlog = "0.4"\n',
      ),
    ).toEqual(['rust edition 2021', 'serde 1.0', 'log 0.4']);
    expect(
      stackOf(
        'pyproject.toml',
        '[project]\nname = "x"\nrequires-python = ">=3.11"\ndependencies = ["Django>=4.2,<5", "httpx"]\n',
      ),
    ).toEqual(['python 3.11', 'Django 4.2']);
    expect(
      stackOf('pyproject.toml', '[tool.poetry]\nname = "x"\n[tool.poetry.dependencies]\nflask = "^3.0"\n'),
    ).toEqual(['flask 3.0']);
    expect(stackOf('requirements.txt', '# web\nDjango==4.2.1\nrequests[socks] >= 2.31\n-r other.txt\n')).toEqual([
      'Django 4.2.1',
      'requests 2.31',
    ]);
    const lock =
      'GEM\n  specs:\n    rails (7.1.2)\n      activesupport (= 7.1.2)\n    pg (1.5.4)\n    rack (3.0)\n\nDEPENDENCIES\n  pg (~> 1.5)\n  rails\n\nRUBY VERSION\n   ruby 3.3.0p0\n';
    expect(stackOf('Gemfile.lock', lock)).toEqual(['ruby 3.3.0', 'rails 7.1.2', 'pg 1.5.4']);
    const pom =
      '<project><properties><java.version>21</java.version></properties><dependencies><dependency><groupId>a</groupId><artifactId>gson</artifactId><version>2.10</version></dependency></dependencies></project>';
    expect(stackOf('pom.xml', pom)).toEqual(['java 21', 'gson 2.10']);
    expect(
      stackOf('app/build.gradle.kts', 'dependencies { implementation("com.squareup.okhttp3:okhttp:4.12.0") }'),
    ).toEqual(['okhttp 4.12.0']);
    expect(stackOf('composer.json', '{"require": {"php": "^8.2", "laravel/framework": "^11.0"}}')).toEqual([
      'php 8.2',
      'laravel/framework 11.0',
    ]);
  });

  it('are none if it is broken or not a manifest', () => {
    expect(manifestOf('package.json', '{ "name": ')).toBeUndefined();
    expect(manifestOf('Cargo.toml', '[package')).toBeUndefined();
    expect(manifestOf('src/package.ts', '{}')).toBeUndefined();
    expect(stackOf('package.json', '[1, null]')).toEqual([]);
  });
});

describe('the stack of a project', () => {
  it('begins with what it runs on and its frameworks, however many packages come before them', () => {
    const gems = [...Array(60).keys()].map((n) => `acts_as_${String(n).padStart(2, '0')}`);
    const all = [...gems, 'mysql2', 'rails', 'sidekiq'];
    const lock = `GEM\n  specs:\n${all.map((name) => `    ${name} (7.1)\n`).join('')}\nDEPENDENCIES\n${all.map((name) => `  ${name}\n`).join('')}\nRUBY VERSION\n   ruby 3.3.0p0\n`;
    expect(stackOf('Gemfile.lock', lock)?.slice(0, 5)).toEqual([
      ...['ruby 3.3.0', 'rails 7.1', 'sidekiq 7.1', 'mysql2 7.1', 'acts_as_00 7.1'],
    ]);
  });

  it('includes its databases, and no other services', () => {
    const compose =
      'services:\n  db:\n    image: postgres:16.2-alpine\n  cache:\n    image: "docker.io/library/redis:7"\n  web:\n    image: nginx:1.25\n  search:\n    image: elasticsearch\n';
    expect(manifestOf('docker-compose.yml', compose)?.servers).toEqual([
      ['postgres', '16.2'],
      ['redis', '7'],
      ['elasticsearch', ''],
    ]);
    const yml = 'default: &default\n  adapter: mysql2\ntest:\n  <<: *default\n  adapter: mysql2\n';
    expect(manifestOf('config/database.yml', yml)?.servers).toEqual([['mysql2', '']]);
  });
});
