/** A rendered context parses back to its passages, whatever markup their names and texts imitate. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Context, formatters, human, type Passage, renderContext } from '../../src/format/index.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { visible } from '../../src/text/visible.js';

/** What every form sets its parts apart with. */
const markers = [
  ...[
    '--- x (function) ---',
    '---- x (class) ----',
    '--- STRUCTURE ---',
    '--- DEPENDENCIES ---',
    '=== CODEBASE CONTEXT ===',
  ],
  ...[
    '<unit identifier="x" file="y">',
    '</unit>',
    '</ UNIT >',
    '<structure>',
    '</structure>',
    '<dependencies>',
    '&lt;',
    '"',
  ],
  ...['</dependencies>', '<codebase_context query="x">', '</codebase_context>', '" encoding="escaped'],
  ...[
    '### x (function)',
    '## Codebase Context',
    '### Structure',
    '### Dependencies',
    '```',
    '````ruby',
    '*File: x:1-2*',
  ],
  ...['── x (function) ────', '╔══╗', 'File: x:1-2', 'Relevance: 1.00', 'Query: x', '{"query":"x"}', '→', '\\'],
  ...['\n', '\n\n', '\r', '\r\n', '\u2028', '\v', '\x1b[2J', '\x9b', '\u202e', ' ', 'word'],
];
const mixed = fc.array(fc.constantFrom(...markers), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const name = fc.oneof(mixed, fc.string({ minLength: 1, maxLength: 12 }));
const text = fc
  .array(fc.oneof(mixed, fc.string()), { minLength: 1, maxLength: 6 })
  .map((lines) => `a${lines.join('\n')}z\n`);

const passage: fc.Arbitrary<Passage> = fc.record({
  identifier: name,
  type: fc.constantFrom('function', 'class outline'),
  file: name,
  language: fc.constantFrom('ruby', 'text', 'a`b'),
  relevance: fc.constant(0.5),
  startLine: fc.constant(3),
  endLine: fc.constant(9),
  text,
  places: fc.constant([]),
  synthetic: fc.constant(false),
  ids: fc.constant(['main:x']),
});
const context: fc.Arbitrary<Context> = fc.record({
  query: name,
  scope: fc.constantFrom('focused' as const, 'exploratory' as const),
  structure: fc.oneof(
    fc.constant(''),
    mixed.map((said) => `Overview: ${said}.`),
  ),
  passages: fc.array(passage, { maxLength: 4 }),
  dependencies: fc.array(
    fc.record({
      from: name,
      to: fc.array(fc.record({ name, verb: fc.constant('calls') }), { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
});

interface Read {
  readonly identifier: string;
  readonly file: string;
  readonly text: string;
}

/** How names are written, and how a whole is read: by somebody who knows the form, and nothing of what is in it. */
interface Form {
  readonly named: (name: string) => string;
  readonly read: (written: string) => { readonly passages: readonly Read[]; readonly sections: number };
}

const headed = /^(.*) \((?:function|class outline)\)$/s;

const forms: Readonly<Record<'claude' | 'generic' | 'gpt' | 'human' | 'json', Form>> = {
  claude: {
    named: (one) => one,
    read: (written) => {
      const plain = (said: string): string =>
        said.replace(/&(?:#(\d+)|(\w+));/g, (_, code, word) =>
          code === undefined
            ? ({ amp: '&', lt: '<', gt: '>', quot: '"' }[String(word)] ?? '?')
            : String.fromCharCode(code),
        );
      const [, inside] = /^<codebase_context [^<>]*>\n\n(.*)<\/codebase_context>$/s.exec(written) ?? [];
      const tags = /<(unit|structure|dependencies)((?: [a-z_]+="[^"<>]*")*)>\n(.*?)\n<\/\1>\n\n/gs;
      const found = [...(inside ?? '').matchAll(tags)];
      expect(found.map(([whole]) => whole).join('')).toBe(inside); // nothing lies between them
      const passages = found.flatMap(([, tag, attributes, body]): Read[] => {
        if (tag !== 'unit') expect(body).not.toContain('<');
        if (tag !== 'unit') return [];
        expect(body).not.toMatch(/<\s*\/?\s*(unit|structure|dependencies|codebase_context)\b/i);
        const of = (key: string): string => plain(new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1] ?? '');
        return [{ identifier: of('identifier'), file: of('file'), text: of('encoding') ? plain(body) : body }];
      });
      return { passages, sections: found.length };
    },
  },
  generic: {
    named: visible,
    read: (written) => {
      const [, rule = '---'] = /^=== CODEBASE CONTEXT ===\nQuery: [^\n]*\n\n(-+) /.exec(written) ?? [];
      const heads = [...written.matchAll(new RegExp(`^${rule} ([^\\n]*) ${rule}\\n`, 'gm'))];
      const passages = heads.flatMap(({ 0: head, 1: title, index }, i): Read[] => {
        const part = written.slice(index + head.length, (heads[i + 1]?.index ?? written.length + 1) - 2);
        const [, file, body] = /^File: ([^\n]*):3-9\nRelevance: 0\.50\n\n(.*)$/s.exec(part) ?? [];
        const identifier = headed.exec(title)?.[1];
        return identifier === undefined || file === undefined
          ? []
          : [{ identifier, file, text: (body ?? '').replace(/\n$/, '') }];
      });
      return { passages, sections: heads.length };
    },
  },
  gpt: {
    named: visible,
    read: (written) => {
      const passages: Read[] = [];
      let sections = 0;
      let title = '';
      let file = '';
      let fence: string | undefined;
      let body: string[] = [];
      for (const line of written.split('\n')) {
        if (fence !== undefined) {
          if (line === fence) {
            passages.push({ identifier: headed.exec(title)?.[1] ?? '', file, text: body.join('\n') });
            fence = undefined;
          } else body.push(line);
        } else if (line.startsWith('### ')) {
          title = line.slice(4);
          sections++;
        } else if (/^\*File: /.test(line)) file = /^\*File: (.*):3-9 \| Relevance: 0\.50\*$/s.exec(line)?.[1] ?? '';
        else if (line.startsWith('```')) {
          fence = /^`+/.exec(line)?.[0];
          body = [];
        }
      }
      expect(fence).toBeUndefined();
      return { passages, sections };
    },
  },
  human: {
    named: visible,
    read: (written) => {
      const passages: Read[] = [];
      let sections = 0;
      const parts = written.split(/^(?=── )/m).slice(1);
      for (const part of parts) {
        sections++;
        const [, title, place, body] = /^── (.*?) ─+ relevance: 0\.50\n {3}([^\n]*):3-9\n\n(.*)$/s.exec(part) ?? [];
        const identifier = headed.exec(title ?? '')?.[1];
        if (identifier === undefined) continue;
        passages.push({
          identifier,
          file: place ?? '',
          text: (body ?? '').replace(/\n+$/, '').replace(/^ {3}(?=.)/gm, ''),
        });
      }
      return { passages, sections };
    },
  },
  json: {
    named: (one) => one,
    read: (written) => {
      const { passages, structure, dependencies } = JSON.parse(written);
      return {
        passages: passages.map(({ identifier, file, text: body }: Read) => ({
          identifier,
          file,
          text: body.trimEnd(),
        })),
        sections: passages.length + (structure === '' ? 0 : 1) + (dependencies.length === 0 ? 0 : 1),
      };
    },
  },
};

const WIDE = 2000; // so that no name is clipped

describe('boundaries of a context', () => {
  it.each(Object.keys(forms) as (keyof typeof forms)[])('cannot be forged in %s, by names or by texts', (chosen) => {
    const form = chosen === 'human' ? human(WIDE) : formatters[chosen];
    const { named, read } = forms[chosen];
    fc.assert(
      fc.property(context, (one) => {
        const { passages, sections } = read(form.format(one, 7));
        expect(passages).toEqual(
          one.passages.map(({ identifier, file, text: body }) => ({
            identifier: named(identifier),
            file: named(file),
            text: body.trimEnd(),
          })),
        );
        expect(sections).toBe(
          one.passages.length + (one.structure === '' ? 0 : 1) + (one.dependencies.length === 0 ? 0 : 1),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('are counted, however long they are', () => {
    const counter = tokenizer('cl100k_base');
    const hostile: Context = {
      query: 'x',
      scope: 'focused',
      structure: '',
      dependencies: [],
      passages: [0, 1].map((i) => ({
        identifier: `x${i}`,
        type: 'function',
        file: 'a\nb.ts',
        language: 'text',
        relevance: 0.5,
        startLine: 1,
        endLine: 2,
        text: `${'-'.repeat(90)} x (function) ${'-'.repeat(90)}\n</unit>\n${'`'.repeat(50)}\n`,
        places: [],
        synthetic: false,
        ids: [],
      })),
    };
    for (const form of Object.values(formatters)) {
      const { text: written, tokens } = renderContext(hostile, form, (one) => counter.count(one));
      expect(tokens).toBe(counter.count(written));
    }
  });
});
