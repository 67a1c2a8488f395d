import { type ImportedName, lastOf, namesIn, type ReferenceSyntax } from './referenceSyntax.js';

/** `alias App.{Repo, Item}`, `alias App.Repo, as: R`, `import App.Maths`, `use App.Web` */
function imports(statement: string): readonly ImportedName[] {
  const found = /^(alias|import|require|use)[\s(]+([\w.]+?)(?:\.\{([^}]*)\})?(?:,\s*as:\s*(\w+))?(?:[,)\s]|$)/.exec(
    statement,
  );
  if (!found) return [];
  const [, how, path, list, as] = found;
  if (list !== undefined) return namesIn(list).map(({ name }) => ({ module: path, name, local: name }));
  const { module, name } = lastOf(path);
  return [
    { module, name, local: as ?? name },
    ...(how === 'import' || how === 'use' ? [{ module: path, name: '*' }] : []),
  ];
}

export const elixir: ReferenceSyntax = {
  query: `
(call target: [(identifier) @calls (dot right: (identifier) @calls)])
(alias) @reads`,
  imports,
  importers: ['alias', 'import', 'require', 'use'],
  self: ['__MODULE__'],
  implicitSelf: true,
  reach: 'file',
};
