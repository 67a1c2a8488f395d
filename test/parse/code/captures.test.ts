import { describe, expect, it } from 'vitest';
import { codeLanguage } from '../../../src/languages/index.js';
import { loadedGrammar, loadGrammar } from '../../../src/parse/code/grammars.js';
import { withSyntax } from '../../../src/parse/code/syntaxTree.js';

const texts: Readonly<Record<string, string>> = {
  ruby: '# first\n\nmodule Shop\n  class Order < Base\n    include Billing\n    def total = items.sum(&:price) + Tax.of(self)\n  end\nend\n',
  python:
    'from shop import Order as O\n\n# größer: 🛒\nclass Cart(O):\n    def add(self, item: Item) -> None:\n        self.items.append(wrap(item))\n',
  typescript: 'import { a } from "./a.js";\nexport class B extends C<D> { e(f: G): H { return new I(a(f.g)); } }\n',
  go: 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(run(&Config{Name: "x"})) }\n',
  java: 'import a.B;\nclass C extends B implements D { E f(G g) { return new H().i(g.j); } }\n',
};

describe('captures', () => {
  it.each(Object.keys(texts))('of %s are those that the library finds', async (language) => {
    const { syntax, references } = codeLanguage(language) ?? {};
    if (!syntax || references?.query === undefined) throw new Error(`no references: ${language}`);
    await loadGrammar(syntax.grammar);
    const grammar = loadedGrammar(syntax.grammar);
    if (!grammar) throw new Error(`no grammar: ${language}`);
    const library = new grammar.runtime.library.Query(grammar.language, references.query);
    const text = texts[language].repeat(200); // the memory grows meanwhile
    const [ours, theirs] = (await withSyntax(syntax.grammar, text, (root) => [
      grammar.query(references.query ?? '').captures(root),
      library
        .captures(root)
        .map(({ name, node: { startIndex, endIndex } }) => ({ name, node: { startIndex, endIndex } })),
    ])) ?? [[], []];
    expect(ours.length).toBeGreaterThan(400);
    expect(ours).toEqual(theirs);
    library.delete();
  });

  it('compare texts where a query asks for it', async () => {
    await loadGrammar('ruby');
    const query = loadedGrammar('ruby')?.query('((constant) @name (#eq? @name "Order"))');
    const names = await withSyntax('ruby', texts.ruby, (root) =>
      query?.captures(root).map(({ node }) => node.startIndex),
    );
    expect(names).toEqual([texts.ruby.indexOf('Order')]);
  });
});
