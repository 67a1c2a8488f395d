/** Wrong usage differs from other failures: exit code 2, nothing on stdout, and a hint. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

const root = folder({ 'a.txt': 'A text.\n', 'bad.json': '{' });

const wrongUsages: readonly (readonly [words: string, message: RegExp])[] = [
  ['', /Usage: froe/],
  ['chop a.txt', /unknown command 'chop'/],
  ['serch oak', /unknown command 'serch'\n\(Did you mean search\?\)/],
  ['help serch', /unknown command 'serch'\n\(Did you mean search\?\)/],
  ['outline --budget 0', /It must be at least 1/],
  ['search oak -n 0', /It must be at least 1/],
  ['context oak --budget 0', /It must be at least 1/],
  ['index --embedder openai/text-embedding-3-smal', /Did you mean openai\/text-embedding-3-small\?/],
  ['chunk --max-token 9', /Did you mean --max-tokens\?[\s\S]*froe chunk --help/],
  ['chunk --max-tokens many', /It must be a whole number/],
  ['chunk --max-tokens 3', /'--max-tokens <n>' argument '3' is invalid. It must be at least 8/],
  ['chunk --max-tokens 100 --overlap 80', /overlap 80 is more than half of maxTokens 100\n +Lower the overlap/],
  ['chunk --strategy magic', /Allowed choices are auto, window/],
  ['chunk --model gpt-9 a.txt', /Known: text-embedding-3-small/],
  ['chunk --language pithon', /Unknown language 'pithon'\n +Did you mean python\?/],
  ['chunk --languages bad.json', /bad\.json is not valid JSON/],
  ['chunk --strategy window --max-chars 100', /--max-chars cannot be used/],
  ['chunk --json --jsonl', /cannot be used with/],
  ['verify -j 0', /It must be at least 1/],
];

describe('usage', { concurrent: true }, () => {
  it.each(wrongUsages)('froe %s → 2', async (words, said) => {
    const { code, stdout, stderr } = await froe(root, words.split(' ').filter(Boolean));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/\n\s+at /); // no stack
  });

  it.each([
    [['refs', ''], 'The argument <symbol> is empty\n'],
    [['get', ''], 'The argument <address> is empty\n'],
    [['forget', 'art_1', ''], 'The argument <id> is empty\n'],
    [['clean', ''], 'The argument <path> is empty\n      Leave it out, or write . for the current folder.\n'],
    [['chunk', 'a.txt', ''], 'The argument <path> is empty\n      Leave it out, or write . for the current folder.\n'],
    [['search', 'oak', '--path', ''], 'The value of --path is empty\n'],
    [['status', '--index', ''], 'The value of --index is empty\n'],
  ])('refuses an empty argument: %j', async (words, said) => {
    expect(await froe(root, words)).toEqual({ code: 2, signal: null, stdout: '', stderr: `froe: ${said}` });
  });

  it('an invalid window is refused before the first file is read', async () => {
    const env = { CHUNK_TARGET_TOKENS: '50', CHUNK_OVERLAP_TOKENS: '60' };
    const { code, stdout, stderr } = await froe(root, ['chunk', '--strategy', 'window'], { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('overlap < size <= threshold');
    const word = await froe(root, ['chunk', '--strategy', 'window'], { env: { CHUNK_TARGET_TOKENS: 'big' } });
    expect(word).toMatchObject({ code: 2, stderr: "froe: CHUNK_TARGET_TOKENS must be a whole number, not 'big'\n" });
  });
});

describe('help', { concurrent: true }, () => {
  it('--version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await froe(root, ['--version'])).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: '' });
  });

  it('--help', async ({ expect }) => {
    const { code, stdout, stderr } = await froe(root, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: froe [options] [command]

      Split code and documents into chunks, index them, and search them.

      Options:
        -V, --version   output the version number
        -h, --help      display help for command

      Split files, without an index:
        chunk           Split files into chunks along their structure, within an exact
                        token limit.
        verify          Check that chunks lose no byte, have exact offsets and stay
                        within the limit.
        outline         Print what files define: an outline within a token budget.

      Index a folder and ask it:
        index           Create or update the index of a folder, or of each root of a
                        workspace.
        search          Search the index.
        context         Print the source that answers a question, within a token
                        budget.
        refs            List references to a symbol and from it.
        impact          List what depends on a symbol or a file, directly and
                        indirectly.
        why             List the commits that made lines or a symbol what they are,
                        with the reasons they give.
        get             Print the text at an address: a file, lines, a symbol or an
                        id.
        view            Open the index in a browser: files, chunks, scores, contexts.

      Keep mails, documents, chats and notes:
        ingest          Add mails, documents, chats and notes to the index.
        artifacts       List the artifacts in the index: mails, documents, chats and
                        notes.
        forget          Remove an artifact or a file from the index.

      Serve agents and teams:
        mcp             Serve the index to agents over the Model Context Protocol
                        (MCP).
        install         Add froe to an agent: as an MCP server, or as a skill for the
                        command line.
        watch           Update the index while files change.
        serve           Serve the tenants of a database over HTTP.
        tenant          Manage the tenants of a database.
        worker          Index files from the queue of a database.

      Look after an index:
        status          Print the state of an index.
        doctor          Check the installation, the settings and the index.
        trust           Trust the configuration of a project until it changes: allow
                        its commands and servers. Also trust an index that came with
                        it.
        export          Export all records of an index.
        clean           Remove an index. Indexed files are not touched.

      Other:
        eval            Measure retrieval quality on a folder, with froe and other
                        chunking strategies.
        completion      Print a completion script for a shell.
        help [command]  Print the help of a command.
      "
    `);
  });

  it('chunk --help', async ({ expect }) => {
    const { code, stdout, stderr } = await froe(root, ['chunk', '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: froe chunk [options] [path...]

      Split files into chunks along their structure, within an exact token limit.

      Arguments:
        path                 files and folders; "-" is standard input (default: ["."])

      Options:
        --preset <name>      chunking preset; other flags override it (choices:
                             "units", "heading-tree", "token-windows", "governed",
                             "unified-schema")
        --max-tokens <n>     maximum tokens per chunk (default: 512; markdown 1000;
                             text and configuration 2000 characters)
        --min-tokens <n>     merge smaller chunks with a neighbour if both fit
        --max-chars <n>      maximum characters per chunk
        --overlap <n>        tokens to repeat where a unit itself is split
        --granularity <how>  pack: small neighbours share a chunk; node: one chunk per
                             unit (choices: "pack", "node")
        --strategy <name>    how to split (choices: "auto", "window", "text",
                             "markdown", "rst", "latex", "asciidoc", "org", "html",
                             "config", "csv", "chat", "code", "headed", "delimited",
                             "lines", default: "auto")
        --tokenizer <name>   tokenizer (choices: "cl100k_base", "o200k_base", default:
                             "cl100k_base")
        --model <name>       limit chunks to what this model accepts; repeatable
        --tree <name>        name of the root: the first part of every id (default:
                             "main")
        --language <id>      treat every file as this language
        --languages <file>   JSON file with custom languages
        --stdin-path <path>  file name for standard input (default: "stdin.txt")
        -j, --jobs <n>       number of threads (default: one per core)
        --log <form>         format of messages on stderr: text, or JSON lines with
                             more events (choices: "text", "json", default: "text")
        --jsonl              print one record per line (default when piped)
        --json               print an array of records
        --human              print the text with chunk boundaries (default on a
                             terminal)
        --only <type>        only sources of this type; repeatable (choices: "code",
                             "docs", "markdown", "text", "artifact")
        --embed-text         add embed_text to records: the text that embed_hash is
                             the hash of
        --stats              print statistics instead of chunks; with --json as an
                             object
        -h, --help           display help for command

      Examples:
        froe chunk src docs --max-tokens 500
        git show HEAD:app.py | froe chunk - --stdin-path app.py --jsonl
      "
    `);
  });
});
