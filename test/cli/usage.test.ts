/** Wrong usage is told from bad luck: exit code 2, nothing on stdout, and a hint. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { froe } from './command.js';

const root = folder({ 'a.txt': 'A text.\n', 'bad.json': '{' });

const wrong: readonly (readonly [words: string, said: RegExp])[] = [
  ['', /Usage: froe/],
  ['chop a.txt', /unknown command 'chop'/],
  ['serch oak', /unknown command 'serch'\n\(Did you mean search\?\)/],
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
  ['chunk --languages bad.json', /bad\.json could not be read as JSON/],
  ['chunk --strategy window --max-chars 100', /--max-chars has no say/],
  ['chunk --json --jsonl', /cannot be used with/],
  ['verify -j 0', /It must be at least 1/],
];

describe('usage', { concurrent: true }, () => {
  it.each(wrong)('froe %s → 2', async (words, said) => {
    const { code, stdout, stderr } = await froe(root, words.split(' ').filter(Boolean));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/\n\s+at /); // no stack
  });

  it('a window that cannot be is refused before the first file is read', async () => {
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

      Splits code and documents along their own structure, without losing a byte.

      Options:
        -V, --version                      output the version number
        -h, --help                         display help for command

      Commands:
        chunk [options] [path...]          Cut files along their structure, inside an
                                           exact token budget.
        verify [options] [path...]         Prove on every file that no byte is lost,
                                           no offset wrong, no chunk too large.
        outline [options] [path...]        Show what files define: a map of a tree
                                           inside a token budget.
        index [options] [path]             Make an index of a folder, or bring it up
                                           to date.
        search [options] <question...>     Find what answers a question.
        context [options] <question...>    Answer a question with exact source, inside
                                           a token budget.
        refs [options] <symbol> [path]     Show who refers to a symbol, and to whom it
                                           refers.
        impact [options] <symbol> [path]   Show what depends on a symbol or a file,
                                           directly and through others.
        get [options] <address>            Show the text at an address: a file, lines
                                           of it, a symbol or an id.
        view [options] [path]              Look at an index in a browser: files,
                                           chunks, scores, contexts.
        status [options] [path]            Say what an index holds, and what it still
                                           lacks.
        serve [options]                    Answer over HTTP for the tenants of a
                                           database.
        tenant                             See to the tenants of a database.
        worker [options]                   Index for others, out of the queue of a
                                           database.
        watch [options] [path]             Keep an index up to date while files
                                           change.
        mcp [options] [path]               Serve an index to agents (Model Context
                                           Protocol).
        install [options] <client> [path]  Make froe known to an agent: its MCP
                                           server, or a skill for the command line.
        ingest [options] [path...]         Take in mails, documents, chats and notes.
        artifacts [options] [path]         List the mails, documents, chats and notes
                                           taken in.
        forget [options] <id...>           Take an artifact, or a file, out of the
                                           index with all its chunks.
        export [options] [path]            Write out every record of an index.
        clean [options] [path]             Remove an index. Files that were indexed
                                           are not touched.
        doctor [options] [path]            Look at everything froe needs, and say what
                                           is wrong.
        eval [options] [path]              Measure how well a folder is found again,
                                           by froe and by other ways of cutting it.
        trust [options] [path]             Let the configuration of a project run its
                                           command and send text where it says, until
                                           it changes; and believe an index that came
                                           with it.
        help [command]                     display help for command
      "
    `);
  });

  it('chunk --help', async ({ expect }) => {
    const { code, stdout, stderr } = await froe(root, ['chunk', '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: froe chunk [options] [path...]

      Cut files along their structure, inside an exact token budget.

      Arguments:
        path                 files and folders; "-" reads standard input (default:
                             ["."])

      Options:
        --preset <name>      a whole way of cutting by one word; other flags win
                             (choices: "units", "heading-tree", "token-windows",
                             "governed", "unified-schema")
        --max-tokens <n>     hard cap on a chunk, in tokens (default: 512; markdown
                             1000; text and settings 2000 characters)
        --min-tokens <n>     chunks below this join a neighbour when they fit
        --max-chars <n>      a second cap, in characters
        --overlap <n>        tokens repeated where a unit itself had to be cut
        --granularity <how>  pack: small neighbours share a chunk; node: every unit is
                             its own (choices: "pack", "node")
        --strategy <name>    how to cut (choices: "auto", "window", "text",
                             "markdown", "rst", "latex", "asciidoc", "org", "html",
                             "config", "csv", "chat", "code", "headed", "delimited",
                             "lines", default: "auto")
        --tokenizer <name>   what tokens are (choices: "cl100k_base", "o200k_base",
                             default: "cl100k_base")
        --model <name>       stay inside what this model takes; may be given again
        --tree <name>        name of the root, the first part of every id (default:
                             "main")
        --language <id>      read every file as this language
        --languages <file>   JSON file with languages of your own
        --stdin-path <path>  what standard input is called (default: "stdin.txt")
        -j, --jobs <n>       threads (default: one for each core)
        --log <form>         standard error in words, or as lines of JSON with more
                             events (choices: "text", "json", default: "text")
        --jsonl              one record a line (the default when piped)
        --json               one array of records
        --human              the text with its cuts drawn in (the default on a
                             terminal)
        --only <type>        only sources of this type; may be given again (choices:
                             "code", "docs", "markdown", "text", "artifact")
        --stats              figures of the run instead of the chunks; with --json as
                             an object
        -h, --help           display help for command
      "
    `);
  });
});
