import { describe, expect, it } from 'vitest';
import { fileKindOf, kindsMentioned } from '../../src/text/fileKinds.js';

describe('the kind of a file', () => {
  it.each([
    ['src/client.py', undefined],
    ['docs/guide.md', undefined],
    ['config/settings.yml', undefined],
    ['frontend/yarn.lock', 'lockfile'],
    ['config/locales/fr.yml', 'translation'],
    ['django/conf/locale/de/LC_MESSAGES/django.po', 'translation'],
    ['src/i18n/plural.ts', undefined],
    ['app/i18n/de.json', 'translation'],
    ['docs/ja/guide/start.md', 'translation'],
    ['docs/pt-BR/README.md', 'translation'],
    ['README.zh-CN.md', 'translation'],
    ['docs/en-US/README.md', undefined],
    ['src/it/server.ts', undefined],
    ['website/versioned_docs/version-2.x/api.md', 'archived'],
    ['src/v1.2/server.go', undefined],
    ['public/jquery.min.js', 'generated'],
    ['api/service_pb2.py', 'generated'],
    ['spec/fixtures/users.yml', 'fixture'],
    ['third_party/zlib/inflate.c', 'vendored'],
    ['spec/models/user_spec.rb', 'test'],
    ['pkg/tree_test.go', 'test'],
    ['src/test/java/FooTest.java', 'test'],
    ['src/FooTests.cs', 'test'],
    ['src/contest.py', undefined],
    ['CHANGELOG.md', 'changelog'],
    ['docs/releases/4.2.txt', 'changelog'],
    ['src/history.ts', undefined],
    ['db/migrate/20200101_add_users.rb', 'migration'],
    ['django/db/migrations/migration.py', 'migration'],
    ['examples/app.js', 'example'],
    ['web/main.scss', 'style'],
  ])('%s: %s', (path, kind) => expect(fileKindOf(path)).toBe(kind));

  it.each([
    ['which test checks that users are deleted?', ['fixture', 'test']],
    ['where is the French translation of delete?', ['translation']],
    ['how are users deleted?', []],
  ] as const)('is mentioned by: %s', (question, kinds) => expect([...kindsMentioned(question)]).toEqual(kinds));
});
