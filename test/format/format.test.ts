import { describe, expect, it } from 'vitest';
import {
  type Context,
  type FormatName,
  formatNames,
  formatter,
  formatters,
  human,
  type Passage,
  renderContext,
} from '../../src/format/index.js';
import { tokenizer } from '../../src/text/tokens/index.js';

const counter = tokenizer('cl100k_base');
const count = (text: string): number => counter.count(text);

const service: Passage = {
  identifier: 'CheckoutService',
  type: 'service',
  file: 'app/services/checkout_service.rb',
  language: 'ruby',
  relevance: 0.938,
  frequency: 'hot',
  dependents: 1_204,
  startLine: 1,
  endLine: 5,
  text: 'class CheckoutService\n  def call\n    validate_cart!\n  end\nend\n',
  places: [{ file: 'app/services/checkout_service.rb', startLine: 1, endLine: 5 }],
  synthetic: false,
  ids: ['main:app/services/checkout_service.rb#CheckoutService'],
};
const order: Passage = {
  ...service,
  identifier: 'Order',
  type: 'model',
  file: 'app/models/order.rb',
  relevance: 0.89,
  frequency: 'active',
  dependents: 1,
  places: [{ file: 'app/models/order.rb', startLine: 1, endLine: 5 }],
  text: 'class Order\nend\n',
};

const context: Context = {
  query: 'how does checkout work?',
  scope: 'exploratory',
  structure: 'Overview: 312 files.',
  passages: [service, order],
  dependencies: [
    {
      from: 'CheckoutService',
      to: [
        { name: 'Order', verb: 'creates' },
        { name: 'PaymentGateway', verb: 'calls' },
      ],
    },
  ],
};

describe('claude', () => {
  it('uses tags with attributes', () => {
    const { text, tokens } = renderContext(context, formatters.claude, count);
    expect(text).toBe(
      [
        `<codebase_context query="how does checkout work?" tokens="${tokens}" sources="2">`,
        '<structure>\nOverview: 312 files.\n</structure>',
        `<unit identifier="CheckoutService" type="service" file="app/services/checkout_service.rb" lines="1-5" relevance="0.94" change_frequency="hot">\n${service.text.trimEnd()}\n</unit>`,
        `<unit identifier="Order" type="model" file="app/models/order.rb" lines="1-5" relevance="0.89" change_frequency="active">\nclass Order\nend\n</unit>`,
        '<dependencies>\nCheckoutService → Order (creates), PaymentGateway (calls)\n</dependencies>',
        '</codebase_context>',
      ].join('\n\n'),
    );
  });

  it('escapes attributes, and bodies only if they contain a closing tag', () => {
    const odd = { ...context, query: 'a < b & "c"', passages: [{ ...service, text: 'if (a < b && c > d) {}\n' }] };
    expect(formatters.claude.format(odd, 0)).toContain('query="a &lt; b &amp; &quot;c&quot;"');
    expect(formatters.claude.format(odd, 0)).toContain('if (a < b && c > d) {}');
    const hostile = { ...context, passages: [{ ...service, text: 'x = "</unit><unit>"\n' }] };
    const text = formatters.claude.format(hostile, 0);
    expect(text).toContain('encoding="escaped"');
    expect(text.match(/<\/unit>/g)).toHaveLength(1);
  });
});

describe('gpt', () => {
  it('uses markdown with fences in the language', () => {
    const text = formatters.gpt.format(context, 0);
    expect(text).toMatch(/^## Codebase Context\n\n\*\*Query:\*\* how does checkout work\?\n\n### Structure\n/);
    expect(text).toContain(
      '### CheckoutService (service)\n*File: app/services/checkout_service.rb:1-5 | Relevance: 0.94 | hot*\n\n```ruby\nclass CheckoutService\n',
    );
    expect(text).toContain('### Dependencies\nCheckoutService → Order (creates), PaymentGateway (calls)\n');
  });

  it('makes its fences longer than any inside', () => {
    const text = formatters.gpt.format({ ...context, passages: [{ ...service, text: '````md\n```\n````\n' }] }, 0);
    expect(text).toContain('`````ruby\n````md');
  });
});

describe('generic', () => {
  it('uses plain text with separators', () => {
    const text = formatters.generic.format(context, 0);
    expect(text).toMatch(/^=== CODEBASE CONTEXT ===\nQuery: how does checkout work\?\n\n--- STRUCTURE ---\n/);
    expect(text).toContain(
      '--- CheckoutService (service) ---\nFile: app/services/checkout_service.rb:1-5\nRelevance: 0.94\n\nclass CheckoutService',
    );
    expect(text).toContain('--- DEPENDENCIES ---\nCheckoutService → Order (creates)');
  });
});

describe('human', () => {
  it.each([0, 1, 10, 29])('is drawn on a terminal of %i columns', (columns) => {
    expect(renderContext(context, human(columns), count).text).toContain('╔');
  });

  it('is drawn to the width of the terminal', () => {
    const { text } = renderContext(context, human(64), count);
    const lines = text.split('\n');
    expect(lines[0]).toBe(`╔${'═'.repeat(62)}╗`);
    expect(lines[1]).toHaveLength(64);
    expect(text).toContain('2 sources, ');
    const rule = lines.find((line) => line.startsWith('── CheckoutService (service)'));
    expect(rule).toHaveLength(64);
    expect(rule).toMatch(/relevance: 0\.94$/);
    expect(text).toContain('   app/services/checkout_service.rb:1-5 | hot | 1,204 dependents\n');
    expect(text).toContain('   app/models/order.rb:1-5 | active | 1 dependent\n');
    expect(text).toContain('   CheckoutService → Order, PaymentGateway'); // without verbs
  });
});

describe('json', () => {
  it('has everything, for programs', () => {
    const { text, tokens } = renderContext(context, formatters.json, count);
    expect(JSON.parse(text)).toMatchObject({
      query: context.query,
      tokens,
      passages: [{ start_line: 1, end_line: 5, change_frequency: 'hot' }, {}],
    });
  });
});

describe('synthetic text', () => {
  const gathered: Passage = {
    ...order,
    identifier: 'Order.validations',
    type: 'model validations',
    startLine: 7,
    endLine: 22,
    places: [
      { file: 'app/models/order.rb', startLine: 7, endLine: 8 },
      { file: 'app/models/order.rb', startLine: 22, endLine: 22 },
      { file: 'app/models/concerns/payable.rb', startLine: 4, endLine: 4 },
    ],
    synthetic: true,
  };
  const shown = (name: FormatName, passage = gathered): string =>
    formatters[name].format({ ...context, passages: [passage] }, 0);

  it('is marked in every format, with the location of each part', () => {
    expect(shown('claude')).toContain(
      '<unit identifier="Order.validations" type="model validations" file="app/models/order.rb" lines="7-8,22-22" also="app/models/concerns/payable.rb:4-4" relevance="0.89" change_frequency="active" synthetic="true">',
    );
    const place = 'app/models/order.rb:7-8,22-22; app/models/concerns/payable.rb:4-4';
    expect(shown('gpt')).toContain(`### Order.validations (model validations, summary)\n*File: ${place} | `);
    expect(shown('generic')).toContain(`--- Order.validations (model validations, summary) ---\nFile: ${place}\n`);
    expect(shown('human')).toContain('── Order.validations (model validations, summary) ─');
    expect(shown('human')).toContain(`   ${place} | active`);
    const [record] = JSON.parse(shown('json')).passages;
    expect(record).toMatchObject({ synthetic: true, start_line: 7, end_line: 22 });
    expect(record.places).toEqual(
      gathered.places.map(({ file, startLine, endLine }) => ({ file, start_line: startLine, end_line: endLine })),
    );
  });

  it('is called a summary once', () => {
    expect(shown('gpt', { ...gathered, type: 'model summary' })).toContain('(model summary)\n');
  });

  it('is never marked for source', () => {
    for (const name of formatNames) expect(shown(name, order)).not.toMatch(/synthetic="true"|summary/);
  });

  it('has an approximate location if the exact one is unknown', () => {
    expect(shown('gpt', { ...gathered, places: [] })).toContain('*File: app/models/order.rb:7-22 | ');
  });
});

describe('in a small budget', () => {
  const small = (passage: Partial<Passage> = {}): Context => ({
    ...context,
    compact: true,
    passages: [{ ...service, ...passage }],
  });

  it('a passage has only its location', () => {
    expect(formatters.generic.format(small(), 0)).toContain(
      '--- app/services/checkout_service.rb:1-5 ---\nclass CheckoutService\n',
    );
    expect(formatters.gpt.format(small(), 0)).toContain('### app/services/checkout_service.rb:1-5\n```ruby\nclass ');
    expect(formatters.claude.format(small(), 0)).toContain(
      '<unit identifier="CheckoutService" file="app/services/checkout_service.rb" lines="1-5">',
    );
  });

  it('a passage has its name if its text does not contain it', () => {
    const unnamed = small({ identifier: 'Billing › Checkout', text: 'It is paid here.\n' });
    expect(formatters.generic.format(unnamed, 0)).toContain('checkout_service.rb:1-5 Billing › Checkout ---\nIt is');
    expect(formatters.gpt.format(unnamed, 0)).toContain('checkout_service.rb:1-5 Billing › Checkout\n```');
  });

  it('synthetic text is still marked', () => {
    const put = small({ synthetic: true, type: 'service outline' });
    expect(formatters.generic.format(put, 0)).toContain('1-5 CheckoutService (service outline, summary) ---');
    expect(formatters.claude.format(put, 0)).toContain('synthetic="true"');
  });
});

describe('every format', () => {
  it.each(formatNames)('%s contains the source exactly', (name) => {
    const odd = { ...service, text: 'a\t<b>&amp;\n\n   c "d" \'e\' `f`\n' };
    const text = formatters[name].format({ ...context, passages: [odd] }, 0);
    const shown =
      name === 'json' ? JSON.parse(text).passages[0].text : name === 'human' ? text.replace(/^ {3}/gm, '') : text;
    expect(shown).toContain(odd.text.trimEnd());
  });

  it.each(formatNames)('%s gives no instructions', (name) => {
    const text = formatters[name].format({ ...context, passages: [], dependencies: [], structure: '' }, 0);
    expect(text).not.toMatch(/\b(you|please|answer|use (this|the)|based on|should|must)\b/i);
  });

  it.each(['claude', 'gpt', 'generic', 'human'] as const)(
    '%s puts the structure first only for comprehensive queries',
    (name) => {
      const at = (scope: Context['scope']): number =>
        formatters[name].format({ ...context, scope }, 0).indexOf('Overview: 312');
      const first = (scope: Context['scope']): number =>
        formatters[name].format({ ...context, scope }, 0).indexOf('class CheckoutService');
      expect(at('focused')).toBeGreaterThan(first('focused'));
      expect(at('exploratory')).toBeLessThan(first('exploratory'));
      expect(at('comprehensive')).toBeLessThan(first('comprehensive'));
    },
  );

  it.each(formatNames)('%s keeps boundaries around a single passage', (name) => {
    const text = formatters[name].format({ ...context, passages: [order] }, 0);
    expect(text).toContain('Order');
    expect(text).toContain('app/models/order.rb');
  });

  it('states the right number of tokens', () => {
    for (const name of ['claude', 'json'] as const) {
      for (let size = 0; size < 400; size += 7) {
        const { text, tokens } = renderContext(
          { ...context, passages: [{ ...service, text: 'word '.repeat(size * 5) }] },
          formatters[name],
          count,
        );
        expect(count(text)).toBe(tokens);
        expect(Number(/tokens"?[=:]"?(\d+)/.exec(text)?.[1])).toBe(tokens);
      }
    }
  });

  it('can be a custom one', () => {
    const own = { name: 'own', format: ({ query }: Context) => query };
    expect(formatter(own)).toBe(own);
    expect(() => formatter('xml')).toThrow(/Unknown format 'xml'/);
  });
});
