import { describe, expect, it } from 'vitest';
import { countedBy, fileKindOf } from '../../src/search/fileKinds.js';

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

  it('counts less, unless the question asks for it', () => {
    const counted = (question: string, path: string): string | undefined => countedBy(question)(path)?.said;
    expect(counted('how are users deleted?', 'spec/models/user_spec.rb')).toBe('a test');
    expect(counted('which test checks that users are deleted?', 'spec/models/user_spec.rb')).toBeUndefined();
    expect(counted('how are users deleted?', 'config/locales/fr.yml')).toBe('a translation');
    expect(counted('where is the French translation of delete?', 'config/locales/fr.yml')).toBeUndefined();
    expect(counted('how are users deleted?', 'app/models/user.rb')).toBeUndefined();
  });
});
