import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfigLanguage, config, configExtensions, configFilenames, scanners } from '../../src/parse/config.js';
import { Offsets } from '../../src/text/offsets.js';
import type { Node, Source } from '../../src/types.js';
import { FAR_FROM_SQUARE, growth } from '../growth.js';

const languages = Object.keys(scanners) as ConfigLanguage[]; // keys() forgets the literal type

const sourceOf = (text: string, language: string): Source => ({
  tree: 'test',
  path: `file.${language}`,
  docId: `test:file.${language}`,
  language,
  text,
  offsets: new Offsets(text, Buffer.byteLength(text)),
  hash: () => '0'.repeat(64),
  decoding: { encoding: 'utf-8', bom: false, replaced: 0 },
});

/** The tree as lines: kind, name, first and last line. The document itself is left out. */
function draw(root: Node, text: string): string {
  const offsets = new Offsets(text, Buffer.byteLength(text));
  const out: string[] = [];
  const walk = (node: Node, indent: string): void => {
    for (const child of node.children) {
      const name = child.name === undefined ? '' : ` ${child.name}`;
      out.push(`${indent}${child.kind}${name} [${offsets.lineAt(child.start)}-${offsets.lineAt(child.end - 1)}]`);
      walk(child, `${indent}  `);
    }
  };
  walk(root, '');
  return out.join('\n');
}

/** Input and tree side by side; `smallest` 0 keeps the children of short nodes, so that the documents can be short. */
const tree = (language: ConfigLanguage, text: string, expected: string) => () => {
  const source = unindent(text);
  const root = scanners[language](source, 0);
  expectSound(root, source);
  expect(draw(root, source)).toBe(unindent(expected).trimEnd());
};

function unindent(text: string): string {
  const lines = text.replace(/^\n/, '').replace(/\n *$/, '\n').split('\n');
  const margin = Math.min(...lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin)).join('\n');
}

/** The texts of the document's children. */
const chunks = (language: ConfigLanguage, text: string): string[] =>
  scanners[language](text, 0).children.map((child) => text.slice(child.start, child.end));

function expectSound(root: Node, text: string): void {
  expect([root.kind, root.start, root.end]).toEqual(['document', 0, text.length]);
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    let end = node.start;
    for (const child of node.children) {
      if (!(child.start >= end && child.end > child.start && child.end <= node.end)) {
        throw new Error(`${child.kind} [${child.start}, ${child.end}) after ${end} in [${node.start}, ${node.end})`);
      }
      end = child.end;
      stack.push(child);
    }
  }
}

const deepest = (root: Node): number => {
  let depth = 0;
  for (let level: readonly Node[] = root.children; level.length > 0; depth++) level = level.flatMap((n) => n.children);
  return depth;
};

describe('the parser', () => {
  it('leaves unknown languages to other parsers', () => {
    expect(config.parse(sourceOf('a', 'python'))).toBeUndefined();
    expect(config.parse(sourceOf('a', 'constructor'))).toBeUndefined();
  });

  it('names the whole file and its chunks', () => {
    const node = scanners.json('{}', 0);
    expect(config.chunkType({ node, whole: true, part: false })).toBe('text_file');
    expect(config.chunkType({ node, whole: false, part: true })).toBe('text_file_chunk');
    expect(config.preset).toEqual({ maxChars: 2000, maxTokens: 7000 });
  });

  it('does not descend into nodes shorter than 256 characters', () => {
    const long = 'x'.repeat(300);
    const text = `a:\n  b: 1\n  c: 2\nd:\n  e: ${long}\n  f: 3\n`;
    const root = config.parse(sourceOf(text, 'yaml'));
    expect(root && draw(root, text)).toBe('key a [1-3]\nkey d [4-6]\n  key e [5-5]\n  key f [6-6]');
    expect(config.parse(sourceOf('{"a": {"b": 1}}', 'json'))?.children).toEqual([]);
  });

  it('detects files by extension and by name', () => {
    expect(configExtensions['.jsonl']).toBe('ndjson');
    expect(configExtensions['.yml']).toBe('yaml');
    expect(configFilenames['tsconfig.json']).toBe('jsonc');
    expect(configFilenames['.env.local']).toBe('env');
    expect(configFilenames.Pipfile).toBe('toml');
    for (const extension of Object.keys(configExtensions)) expect(extension).toMatch(/^\.[a-z0-9-]+$/);
  });
});

describe('json', () => {
  it(
    'nests members and items',
    tree(
      'json',
      `
      {
        "name": "froe",
        "scripts": {
          "build": "tsc",
          "test": "vitest run"
        },
        "files": [
          "dist",
          { "from": "a", "to": "b" }
        ],
        "empty": {}
      }
      `,
      `
      key name [2-2]
      key scripts [3-6]
        key build [4-4]
        key test [5-5]
      key files [7-10]
        item [8-8]
        item [9-9]
          key from [9-9]
          key to [9-9]
      key empty [11-11]
      `,
    ),
  );

  it(
    'takes the elements of a root array as items',
    tree(
      'json',
      `
      [
        { "id": 1 },
        [2, 3],
        null
      ]
      `,
      `
      item [2-2]
        key id [2-2]
      item [3-3]
        item [3-3]
        item [3-3]
      item [4-4]
      `,
    ),
  );

  it('cuts a single line after each comma', () => {
    expect(chunks('json', '{"a":{"b":[1,2]},"c": "x,}" ,  "d":null}')).toEqual([
      '"a":{"b":[1,2]},',
      '"c": "x,}" ,',
      '"d":null',
    ]);
  });

  it('takes whole lines if an element has them to itself', () => {
    expect(chunks('json', '{\r\n\t"a": 1,\t\r\n\t"b": 2\r\n}\r\n')).toEqual(['\t"a": 1,\t\r\n', '\t"b": 2\r\n']);
    expect(chunks('json', '[\r1,\r2\r]')).toEqual(['1,\r', '2\r']);
    expect(chunks('json', '{ "a": 1,\n "b": 2 }')).toEqual(['"a": 1,\n', ' "b": 2']);
    expect(chunks('json', '{ "a": 1\n, "b": 2\n, "c": 3\n}')).toEqual(['"a": 1\n,', '"b": 2\n,', '"c": 3\n']);
  });

  it('leaves a byte order mark to the document', () => {
    expect(chunks('json', '\ufeff{"😀": 1}')).toEqual(['"😀": 1']);
    expect(chunks('json', '\ufeff"a": 1')).toEqual(['"a": 1']);
  });

  it('decodes keys', () => {
    const names = scanners.json('{"a\\"b": 1, "\\u00e9": 2, "bad \\q": 3, "": 4}', 0).children.map(({ name }) => name);
    expect(names).toEqual(['a"b', 'é', 'bad \\q', undefined]);
  });

  it('shortens a long key, without splitting a surrogate pair', () => {
    const [key] = scanners.json(`{"${'x'.repeat(255)}😀": 1}`, 0).children;
    expect(key.name).toBe('x'.repeat(255));
  });

  it('makes items of several roots', () => {
    expect(chunks('json', '{"a": 1}\n{"a": 2}\n')).toEqual(['{"a": 1}\n', '{"a": 2}\n']);
    expect(chunks('json', '[1] [2]')).toEqual(['[1]', '[2]']);
  });

  describe('broken', () => {
    it('begins an element where a comma is missing', () => {
      expect(chunks('json', '{\n"a": 1\n"b": [1 2]\n}')).toEqual(['"a": 1\n', '"b": [1 2]\n']);
    });

    it('ends an unclosed string with its line', () => {
      expect(chunks('json', '{\n"a": "x,\n"b": 2\n}')).toEqual(['"a": "x,\n', '"b": 2\n']);
    });

    it('closes everything up to the opener of a closer', () => {
      expect(chunks('json', '{"a": [1, {"b": 2}, "c": 3}, "d": 4}')).toEqual(['"a": [1, {"b": 2}, "c": 3', '"d": 4']);
      expect(chunks('json', '[{"a": 1], 2]')).toEqual(['{"a": 1', '2']);
    });

    it('takes a closer without an opener as text', () => {
      expect(chunks('json', '{"a": 1], "b": 2}')).toEqual(['"a": 1],', '"b": 2']);
    });

    it('continues after a root that was closed too early', () => {
      expect(chunks('json', '{"a": {"b": 1}}, "c": 2, "d": {"e": 3}}')).toEqual([
        '"a": {"b": 1}',
        '"c": 2,',
        '"d": {"e": 3}',
      ]);
    });

    it('ends with the text', () => {
      expect(chunks('json', '{"a": {"b": [1, 2')).toEqual(['"a": {"b": [1, 2']);
      expect(chunks('json', '{"a":')).toEqual(['"a":']);
      expect(chunks('json', '{"a"')).toEqual(['"a"']);
    });

    it('reads members without braces', () => {
      expect(chunks('json', '"a": 1,\n"b": {"c": 2}\n')).toEqual(['"a": 1,\n', '"b": {"c": 2}\n']);
    });
  });
});

describe('jsonc and json5', () => {
  it(
    'keeps comments with the member below, or before them on the line',
    tree(
      'jsonc',
      `
      // what this is
      {
        // strictness
        /* of types */
        "strict": true, // always

        "lib": [ // what there is
          "es2023", /* new */
          /* newer */ "es2024",
        ],
        // "out": "dist"
      }
      `,
      `
      key strict [3-5]
      key lib [7-10]
        item [8-8]
        item [9-9]
      `,
    ),
  );

  it('assigns a comment between two elements of a line to the second', () => {
    expect(chunks('jsonc', '[1, /* two */ 2 /* 2 */, /* three */\n3 // end\n]')).toEqual([
      '1,',
      '/* two */ 2 /* 2 */, /* three */\n',
      '3 // end\n',
    ]);
  });

  it('survives a comment that is never closed', () => {
    expect(chunks('jsonc', '{\n"a": 1, /* x\n"b": 2 }')).toEqual(['"a": 1, /* x\n', '"b": 2']);
  });

  it('reads the keys and strings of JSON5', () => {
    const text = "{ unquoted: 'and \"this\"', 'it\\'s': +.5, $a: 'two \\\r\n lines, one', b: 0xF, }";
    const root = scanners.json5(text, 0);
    expect(root.children.map(({ name }) => name)).toEqual(['unquoted', "it's", '$a', 'b']);
    expect(text.slice(root.children[2].start, root.children[2].end)).toBe("$a: 'two \\\r\n lines, one',");
  });

  it('does not take a slash in a string or a word for a comment', () => {
    expect(chunks('json5', '{a: "http://x", b: http, c: 1/2}')).toEqual(['a: "http://x",', 'b: http,', 'c: 1/2']);
  });
});

describe('ndjson', () => {
  it(
    'makes an item of each line, whatever its contents',
    tree(
      'ndjson',
      `
      {"id": 1, "tags": ["a", "b"]}

      {"id": 2, "broken": [
      {"id": 3}
      text
      `,
      `
      item [1-1]
        key id [1-1]
        key tags [1-1]
          item [1-1]
          item [1-1]
      item [3-3]
        key id [3-3]
        key broken [3-3]
      item [4-4]
        key id [4-4]
      item [5-5]
      `,
    ),
  );

  it('ends records at CR and CRLF too', () => {
    expect(chunks('ndjson', '\ufeff{"a":1}\r\n{"a":2}\r{"a":3}')).toEqual(['{"a":1}\r\n', '{"a":2}\r', '{"a":3}']);
  });
});

describe('yaml', () => {
  it(
    'nests by indentation',
    tree(
      'yaml',
      `
      # A workflow.
      name: CI # always

      on:
        push:
          branches: [main]

      # jobs
      # of all kinds
      jobs:
        build:
          runs-on: ubuntu-latest
          steps:
            # first
            - name: Check out
              uses: actions/checkout@v4
            - id: node
              uses: actions/setup-node@v4
              with:
                node-version: 20
            - run: |
                # not a comment
                key: not a key

                - not an item
            - uses: x

        lint: {}
      `,
      `
      key name [1-2]
      key on [4-6]
        key push [5-6]
          key branches [6-6]
      key jobs [8-28]
        key build [11-26]
          key runs-on [12-12]
          key steps [13-26]
            item Check out [14-16]
              key name [15-15]
              key uses [16-16]
            item node [17-20]
              key id [17-17]
              key uses [18-18]
              key with [19-20]
                key node-version [20-20]
            item [21-25]
              key run [21-25]
            item [26-26]
              key uses [26-26]
        key lint [28-28]
      `,
    ),
  );

  it(
    'takes items in the column of their key as its children',
    tree(
      'yaml',
      `
      args:
      - one
      - two: 2
        three: 3
      -
        name: "four: 4"
      - - a
        - b
      next: 1
      `,
      `
      key args [1-8]
        item [2-2]
        item [3-4]
          key two [3-3]
          key three [4-4]
        item four: 4 [5-6]
          key name [6-6]
        item [7-8]
          item [7-7]
          item [8-8]
      key next [9-9]
      `,
    ),
  );

  it(
    'finds no keys in scalars and flow collections',
    tree(
      'yaml',
      `
      folded: >-
        a: 1

         b: 2
      quoted: "one
        two: 3

        it's"
      single: 'it''s
        three: 4'
      plain: text that
        goes: on
        - and on
      flow: {
        four: 5, # not: this }
        "x}": [don't,
        y: z]
      }
      below:
        "a: b
         c: d"
      url: http://example.org:80/#a
      time: 12:30:00
      `,
      `
      key folded [1-4]
      key quoted [5-8]
      key single [9-10]
      key plain [11-13]
      key flow [14-18]
      key below [19-21]
      key url [22-22]
      key time [23-23]
      `,
    ),
  );

  it(
    'reads keys in quotes, after anchors and tags, and merge keys',
    tree(
      'yaml',
      `
      base: &base
        a: 1
      "quoted: key" : 1
      'it''s': 2
      &anchor anchored: 3
      !!str tagged: !!int 4
      derived:
        <<: *base
        *alias : 5
      ? complex
      : - value
      list: !!seq
      - &first name: x
        b: 1
      `,
      `
      key base [1-2]
        key a [2-2]
      key quoted: key [3-3]
      key it's [4-4]
      key anchored [5-5]
      key tagged [6-6]
      key derived [7-9]
        key << [8-8]
        key *alias [9-9]
      key complex [10-11]
        item [11-11]
      key list [12-14]
        item x [13-14]
          key name [13-13]
          key b [14-14]
      `,
    ),
  );

  it(
    'assigns a comment to the key right below it, to the node around it, or to none',
    tree(
      'yaml',
      `
      # licence

      # about a
      a:
        # about b
        b: 1
        # c: 2

      # of its own

      # about d
      d:
        e: 1
        # f: 2
      g: 3
      # end
      `,
      `
      key a [3-7]
        key b [5-6]
      key d [11-14]
        key e [13-13]
      key g [15-15]
      `,
    ),
  );

  it(
    'makes a part of each of several documents',
    tree(
      'yaml',
      `
      %YAML 1.2
      ---
      kind: Service
      spec:
        text: |
          x
      --- # second
      kind: Deployment
      ...
      # between
      --- |
        kind: text
      ---
      - a
      `,
      `
      document-part [1-6]
        key kind [3-3]
        key spec [4-6]
          key text [5-6]
      document-part [7-10]
        key kind [8-8]
      document-part [11-12]
      document-part [13-14]
        item [14-14]
      `,
    ),
  );

  it('makes no part of a single document', tree('yaml', '---\na: 1\n...\n', 'key a [2-2]'));

  it(
    'continues after an unclosed quote or bracket',
    tree(
      'yaml',
      `
      a: [1,
      b: "x
      c: 'y
      d: {
        e: 1
      f: 2
      `,
      `
      key a [1-1]
      key b [2-2]
      key c [3-3]
      key d [4-5]
      key f [6-6]
      `,
    ),
  );

  it(
    'skips the lines of template languages',
    tree(
      'yaml',
      `
      spec:
        a: {{ .Values.a }}
      {{- if .Values.b }}
        b: 1
      {{- end }}
        c:
          {{- toYaml .Values.c | nindent 4 }}
      d: 1
      `,
      `
      key spec [1-7]
        key a [2-2]
        key b [3-4]
        key c [5-7]
      key d [8-8]
      `,
    ),
  );

  it(
    'reads the lock files of yarn',
    tree(
      'yaml',
      `
      # yarn lockfile v1


      "@a/b@^1.0.0", "@a/b@^1.1.0":
        version "1.1.0"
        dependencies:
          c "^2"

      c@^2:
        version "2.0.0"
      `,
      `
      key "@a/b@^1.0.0", "@a/b@^1.1.0" [4-7]
        key dependencies [6-7]
      key c@^2 [9-10]
      `,
    ),
  );

  it('reads CRLF, CR, tabs, emoji and a byte order mark', () => {
    expect(chunks('yaml', '\ufeffa: 1\r\n"😀":\r\n- b:\t2\r\n-\tc\r\nd: |\r  x\r\r  y\re: 1')).toEqual([
      'a: 1\r\n',
      '"😀":\r\n- b:\t2\r\n-\tc\r\n',
      'd: |\r  x\r\r  y\r',
      'e: 1',
    ]);
  });

  it('goes no deeper than 32', () => {
    const text = Array.from({ length: 100 }, (_, i) => `${' '.repeat(i)}k${i}:\n`).join('');
    expect(deepest(scanners.yaml(text, 0))).toBe(32);
    expect(deepest(scanners.yaml('- '.repeat(100), 0))).toBe(32);
  });
});

describe('toml', () => {
  it(
    'makes tables of headers, and keys of the lines below',
    tree(
      'toml',
      `
      # a package
      title = "x"

      [tool.poetry] # the tool
      name = "froe"
      "quoted key" = 1
      a."b.c".d = 2

      # who needs what
      [tool.poetry.dependencies]
      python = "^3.10"
      # several
      # lines
      rails = { version = "1",
        extras = ["a]", 'b['] } # done
      [[package]]
      text = """
      [not.a.table]
      key = \\"""not the end
      """""
      raw = '''
      [neither]'''
      list = [
        [1, 2], # ]
        "]",
      ]
        indented = 1
      ["q]uoted"."x"]
      `,
      `
      key title [1-2]
      table tool.poetry [4-8]
        key name [5-5]
        key quoted key [6-6]
        key a."b.c".d [7-7]
      table tool.poetry.dependencies [9-15]
        key python [11-11]
        key rails [12-15]
      table package [16-27]
        key text [17-20]
        key raw [21-22]
        key list [23-26]
        key indented [27-27]
      table "q]uoted"."x" [28-28]
      `,
    ),
  );

  it(
    'reads an unclosed value as one line',
    tree(
      'toml',
      `
      a = [1,
      b = "x
      [t]
      c = """
      d = 1
      `,
      `
      key a [1-1]
      key b [2-2]
      table t [3-5]
        key c [4-4]
        key d [5-5]
      `,
    ),
  );

  it('reads CRLF and CR', () => {
    expect(chunks('toml', '\ufeffa = 1\r\n[t]\r\nb = [\r\n1]\r\n[u]\rc = 2\r')).toEqual([
      'a = 1\r\n',
      '[t]\r\nb = [\r\n1]\r\n',
      '[u]\rc = 2\r',
    ]);
  });
});

describe('ini', () => {
  it(
    'reads setup.cfg, its hanging values and their comments',
    tree(
      'ini',
      `
      ; of its own

      [metadata]
      name = froe
      url: http://a?b=c
      flag

      [options]
      install_requires =
          one
          # not two
          [three]

          four
      ; last
      zip_safe = no
      `,
      `
      table metadata [3-7]
        key name [4-4]
        key url [5-5]
        key flag [6-6]
      table options [8-16]
        key install_requires [9-14]
        key zip_safe [15-16]
      `,
    ),
  );

  it(
    'reads indented keys, as in .gitconfig and .editorconfig',
    tree(
      'ini',
      `
      root = true
      [remote "origin"]
      \turl = git@example.org:a/b
      \tfetch = +refs/heads/*:refs/remotes/origin/*
      [[Mm]akefile]
      indent_style = tab
      [*.{js,ts}]
      `,
      `
      key root [1-1]
      table remote "origin" [2-4]
        key url [3-3]
        key fetch [4-4]
      table [Mm]akefile [5-6]
        key indent_style [6-6]
      table *.{js,ts} [7-7]
      `,
    ),
  );

  it('names assigned keys', () => {
    const text = '//packages.example/:_authToken=x\na:b\nListen 80\n= y\n';
    const names = scanners.ini(text, 0).children.map(({ name }) => name);
    expect(names).toEqual(['//packages.example/:_authToken', 'a', 'Listen', undefined]);
  });
});

describe('env', () => {
  it(
    'reads quoted values over lines',
    tree(
      'env',
      `
      # of its own

      # where
      export HOST=example.org
      KEY="-----BEGIN
      # not a comment
      A=1 \\" still
      -----END" # the end
      NOTE=it's
      QUOTE='it
      OTHER="x"y"
      NEXT: 1
      LAST='a
      b'
      `,
      `
      key HOST [3-4]
      key KEY [5-8]
      key NOTE [9-9]
      key QUOTE [10-10]
      key OTHER [11-11]
      key NEXT [12-12]
      key LAST [13-14]
      `,
    ),
  );
});

describe('properties', () => {
  it(
    'reads escapes and continuation lines',
    tree(
      'properties',
      `
      ! of its own

      # about
      # fruits
      fruits = apple, \\
          # not a comment, \\
        pear
      path=C:\\\\dir\\\\
      caf\\u00e9\\ bar: 1
      key\\=x value
      long\\
      er = 2
      last=\\`,
      `
      key fruits [3-7]
      key path [8-8]
      key café bar [9-9]
      key key=x [10-10]
      key long [11-12]
      key last [13-13]
      `,
    ),
  );

  it('ends lines at CRLF and CR', () => {
    expect(chunks('properties', 'a=1\\\r\n2\r\nb=2\\\r3\rc=4')).toEqual(['a=1\\\r\n2\r\n', 'b=2\\\r3\r', 'c=4']);
  });
});

describe('any text', () => {
  const tokens = [
    ...['{', '}', '[', ']', '[[', ']]', ',', ':', ': ', '=', ' = ', '"', "'", '`', '"""', "'''", '\\', '\\u00e9'],
    ...['#', ' # c', ';', '!', '//', '/*', '*/', '- ', '---', '...', '? ', '|', '>-', '&a ', '*a', '!!t ', '%', '{{'],
    ...['\n', '\r\n', '\r', '\n\n', ' ', '  ', '    ', '\t', '\ufeff', '😀', '\ud83d', '\0', '\u2028', '\u00a0'],
    ...['a', 'name', 'id', 'key', 'export ', 'null', '1', 'a: 1', '"k": ', 'k = 1', '"x"', "'it''s'", '\n- ', '\n  '],
  ];
  const mixed = fc.array(fc.constantFrom(...tokens), { maxLength: 80 }).map((parts) => parts.join(''));
  const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), mixed, mixed);

  it.each(languages)('makes a valid tree in %s', (language) => {
    fc.assert(
      fc.property(any, fc.constantFrom(0, 8, 256), (text, smallest) => {
        const root = scanners[language](text, smallest);
        expectSound(root, text);
        const stack = [root];
        for (let node = stack.pop(); node; node = stack.pop()) {
          if (node.end - node.start < smallest) expect(node.children).toEqual([]);
          stack.push(...node.children);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it.each(languages)('leaves out the children of short nodes and nothing else, in %s', (language) => {
    const prune = (node: Node, smallest: number): Node => ({
      ...node,
      children: node.end - node.start < smallest ? [] : node.children.map((child) => prune(child, smallest)),
    });
    fc.assert(
      fc.property(mixed, fc.integer({ min: 1, max: 60 }), (text, smallest) => {
        expect(scanners[language](text, smallest)).toEqual(prune(scanners[language](text, 0), smallest));
      }),
      { numRuns: 300 },
    );
  });
});

describe('large texts', () => {
  const repeat = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length));
  const numbered = (line: (i: number) => string) => (size: number) => {
    let text = '';
    for (let i = 0; text.length < size; i++) text += line(i);
    return text;
  };
  const shapes: Record<string, (size: number) => string> = {
    'opening brackets': repeat('['),
    'opening braces': repeat('{"a":'),
    'mixed brackets': repeat('[{'),
    'brackets in lines': repeat('a = [\n'),
    'brackets in keys': repeat('a: [\n b: {\n'),
    'brackets ever deeper': (size) => {
      let text = '';
      for (let i = 0; text.length < size; i++) text += `${' '.repeat(i)}a: [\n`;
      return text;
    },
    'one bracket, then keys': (size) => `a = [\nb: [\n${repeat('c = [\n d: "\n')(size)}`,
    'double quotes': repeat('"'),
    'single quotes': repeat("'"),
    'quotes in lines': repeat('a="\nb: "\nc=\'\nd=`\n'),
    'escaped quotes': repeat('a="\\"\n'),
    'triple quotes': repeat('a = """\nb = \'\'\'\n'),
    'backslashes at line ends': repeat('a\\\n'),
    'comments never closed': repeat('/* '),
    'comment lines': repeat('# a\n'),
    'comments ever less deep': (size) => {
      let text = '';
      for (let i = 1000; text.length < size; i = i === 0 ? 1000 : i - 1) text += `${' '.repeat(i)}# a\n`;
      return `a:\n b:\n  c: 1\n${text}d: 1`;
    },
    'blank lines': repeat('\n'),
    'blank lines of CR': repeat('\r'),
    spaces: repeat(' '),
    dashes: repeat('- '),
    'question marks': repeat('? '),
    colons: repeat(': '),
    'anchors and tags': repeat('&a '),
    markers: repeat('---\n'),
    'documents of a line': repeat('---\na: 1\n'),
    'one line of JSON': (size) => `{${numbered((i) => `"k${i}":[${i},{"x":"y"}],`)(size)}}`,
    'one line of text': repeat('lorem ipsum '),
    'one key without end': repeat('k'),
    'keys of yaml': numbered((i) => `key${i}: value ${i}\n`),
    'keys of toml': numbered((i) => `key${i} = "value ${i}"\n`),
    tables: numbered((i) => `[table.${i}]\nkey = ${i}\n`),
    records: numbered((i) => `{"id": ${i}, "tags": ["a", "b"]}\n`),
  };

  it.each(Object.keys(shapes))('take linear time: %s', async (shape) => {
    for (const language of languages) {
      const read = (size: number): unknown => scanners[language](shapes[shape](size), 256);
      expectSound(scanners[language](shapes[shape](200_000), 256), shapes[shape](200_000));
      expect(await growth(read, 25_000), language).toBeLessThan(FAR_FROM_SQUARE);
    }
  });

  it('stop at a maximum number of nodes, and leave the rest to the open node', () => {
    const text = `[[${'1,'.repeat(2_200_000)}1], {"a": 2}]`;
    const root = scanners.json(text, 256);
    expectSound(root, text);
    expect(root.children[0].children.length).toBe(2 ** 21 - 1);
    expect(root.children.length).toBe(1);
  });

  it('do not recurse', () => {
    expect(deepest(scanners.json('['.repeat(100_000), 0))).toBe(64);
    expect(deepest(scanners.json5('{a:'.repeat(100_000), 0))).toBe(64);
  });
});
