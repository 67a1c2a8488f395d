/** The class of a variable is inferred only if there is enough evidence. */
import { describe, expect, it } from 'vitest';
import { edgesOf, type Tree } from './edges.js';

const calls = async (tree: Tree): Promise<string[]> =>
  (await edgesOf(tree)).filter((edge) => edge.includes(' calls ')).map((edge) => edge.replaceAll(/\S*\//g, ''));

const user = 'class User\n  def rename(name)\n  end\nend\n';

describe('an inferred receiver', () => {
  it('is the class with the name of the variable', async () => {
    const run = 'def run(user, old_user)\n  user.rename(1)\n  old_user.rename(2)\nend\n';
    expect(await calls({ 'user.rb': user, 'run.rb': run })).toEqual(['run.rb#run calls user.rb#User.rename']);
  });

  it('is not a class whose name only ends like it, if there is one of the exact name', async () => {
    const deleted = 'class DeletedUser\n  def restore(at)\n  end\nend\n';
    const run = 'def run(user, old_user)\n  user.restore(1)\nend\n';
    expect(await calls({ 'deleted_user.rb': deleted, 'run.rb': run })).toEqual([
      'run.rb#run calls deleted_user.rb#DeletedUser.restore',
    ]);
    expect(await calls({ 'deleted_user.rb': deleted, 'user.rb': user, 'run.rb': run })).toEqual([]);
  });

  it('is what a function returns, even if there is a type of its name', async () => {
    // What is inside of a small function is not told apart.
    const body = '    print(line);\n'.repeat(120);
    const made = `  function warnOnce(line: string): void {\n${body}  }\n  return { warnOnce };\n`;
    const logger = `export interface Logger {\n  name: string;\n}\nexport function createLogger() {\n${made}}\n`;
    const run = 'export function run(logger) {\n  logger.warnOnce("a");\n}\n';
    expect(await calls({ 'logger.ts': logger, 'run.ts': run })).toEqual([
      'run.ts#run calls logger.ts#createLogger.warnOnce',
    ]);
  });

  it('is a type that begins with a small letter', async () => {
    const go =
      'package x\n\ntype client struct{}\n\nfunc (c *client) process() {}\n\nfunc (c *client) inbound() {\n\tc.process()\n}\n';
    expect(await calls({ 's.go': go })).toEqual(['s.go#client.inbound calls s.go#client.process']);
    const cpp = 'class client {\n public:\n  void process() {}\n};\n\nvoid inbound(client* c) {\n  c->process();\n}\n';
    expect(await calls({ 's.cpp': cpp })).toEqual(['s.cpp#inbound calls s.cpp#client.process']);
  });

  it('is, for a single letter, a class in the same function with a word of that initial', async () => {
    const net = 'package net\n\ntype Context struct{}\n\nfunc (c *Context) Header(key string) {}\n';
    const run = (letter: string): string =>
      `package net\n\nfunc run(c *Context, w Writer) {\n\t${letter}.Header("a")\n}\n`;
    const edge = 'run.go#run calls net.go#Context.Header';
    expect(await calls({ 'net.go': net, 'run.go': run('c') })).toEqual([edge]);
    expect(await calls({ 'net.go': net, 'run.go': run('w') })).toEqual([]);
  });

  it('is not inferred from an error, nor from a class that is not defined here', async () => {
    const errors = 'package net\n\ntype TestErr struct{}\n\nfunc (e *TestErr) Detail() string { return "" }\n';
    const run = 'package net\n\nfunc run(err error) string {\n\treturn err.Detail()\n}\n';
    expect(await calls({ 'errors.go': errors, 'run.go': run })).toEqual([]);
    const config = 'pub struct HyperlinkConfig {}\n\nimpl HyperlinkConfig {\n    pub fn build_it() {}\n}\n';
    const main = 'fn main() {\n    syntax::Config::build_it();\n}\n';
    expect(await calls({ 'src/config.rs': config, 'src/main.rs': main })).toEqual([]);
  });

  it('is not looked up in tests or functions of other files', async () => {
    const made = 'class FakeFile:\n    def seek_to(self, at):\n        pass\n';
    const inside = `def test_it():\n    ${made.replaceAll('\n    ', '\n        ').trimEnd()}\n`;
    const run = 'def run(file):\n    file.seek_to(1)\n';
    const edge = 'run.py#run calls fake.py#FakeFile.seek_to';
    expect(await calls({ 'app/run.py': run, 'app/fake.py': made })).toEqual([edge]);
    expect(await calls({ 'app/run.py': run, 'tests/fake.py': made })).toEqual([]);
    expect(await calls({ 'app/run.py': run, 'app/fake.py': inside })).toEqual([]);
  });

  it('is not misled by the full stop of a comment above', async () => {
    const client = 'export class Client {\n  sendAll() {}\n}\n';
    const run = 'export function run(client) {\n  // That is all there is to Say.\n  client.sendAll();\n}\n';
    expect(await calls({ 'client.ts': client, 'run.ts': run })).toEqual(['run.ts#run calls client.ts#Client.sendAll']);
  });
});
