/**
 * Names of models, as they are typed and shown. What is shown can be typed.
 *
 *     typed                            id in an index                  shown
 *     builtin                          froe/builtin-3                  builtin
 *     openai/text-embedding-3-small    openai:text-embedding-3-small   openai/text-embedding-3-small
 *     ollama/mine, at a server         ollama:mine@host:8080           ollama/mine@host:8080
 */
import { FroeError } from '../errors.js';
import { modelSpecs, models } from '../models.js';
import { nearestWord } from '../text/nearestWord.js';
import { BUILTIN } from './builtin.js';
import { HASHED, HASHED_DIMENSIONS } from './hashed.js';
import { type EmbedProviderName, embedProviders, isEmbedProvider } from './providers.js';

/** `none`: no vectors, keywords only. `builtin`: the model that comes with froe. `test`: hashed words. */
const keywords = ['none', 'builtin', 'test'] as const;

/** Models without a provider, by their id in an index. */
const keywordById: Readonly<Record<string, (typeof keywords)[number]>> = { [BUILTIN.id]: 'builtin', [HASHED]: 'test' };

export type EmbedderChoice =
  | (typeof keywords)[number]
  | { readonly provider: EmbedProviderName; readonly model: string };

/**
 * A typed name, or an id from an index. The model is everything after the first slash or colon: Ollama's names contain
 * slashes and colons. A server after `@` says where the model runs, and is not part of its name.
 */
export function parseEmbedderSpec(spec: string, baseUrl?: string): EmbedderChoice {
  const keyword = keywords.find((name) => name === spec);
  if (keyword) return keyword;
  if (BUILTIN.earlier.includes(spec)) return 'builtin';
  if (Object.hasOwn(keywordById, spec)) return keywordById[spec];
  const [, provider = '', rest = ''] = /^([^/:]+)[/:](.+)$/s.exec(spec) ?? [];
  const host = baseUrl !== undefined && URL.canParse(baseUrl) ? `@${new URL(baseUrl).host}` : '';
  const named = host !== '' && rest.endsWith(host) ? rest.slice(0, -host.length) : rest;
  const model = named.replace(/:latest$/, '');
  if (isEmbedProvider(provider) && model !== '') return { provider, model };
  const known = [...keywords, ...modelSpecs];
  const near = nearestWord(spec, known);
  throw new FroeError(
    'bad-option',
    `Unknown embedder '${spec}'`,
    `${near ? `Did you mean ${near}? ` : ''}Known: ${known.join(', ')}; any other model as ${Object.keys(embedProviders).join('/…, ')}/…`,
  );
}

/** An id as it can be typed; unchanged for a custom embedder. */
export function specOf(id: string): string {
  if (Object.hasOwn(keywordById, id)) return keywordById[id];
  const [provider] = id.split(':', 1);
  return isEmbedProvider(provider) ? `${provider}/${id.slice(provider.length + 1)}` : id;
}

/** The flags that select it: `--embedder openai/text-embedding-3-small --dimensions 512`. */
export function flagsOf({ id, dimensions }: { readonly id: string; readonly dimensions: number }): string {
  const spec = specOf(id);
  const name = spec.slice(spec.indexOf('/') + 1);
  const known = Object.hasOwn(models, name) ? models[name].dimensions : undefined;
  const usual = spec === 'builtin' ? BUILTIN.dimensions : spec === 'test' ? HASHED_DIMENSIONS : known;
  const server = /@([^@/]+)$/.exec(spec);
  return [
    `--embedder ${spec}`,
    ...(dimensions === usual ? [] : [`--dimensions ${dimensions}`]),
    ...(server ? [`--base-url http://${server[1]}/…`] : []),
  ].join(' ');
}
