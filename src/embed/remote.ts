/**
 * An embedder over HTTP: what the providers have in common.
 *
 *     texts ─count→ refuse what is too long ─batches→ send, a few at a time → results, in the order of the texts
 */
import { FroeError } from '../errors.js';
import { tokenizer } from '../text/tokens/index.js';
import { batches, inBatches } from './batch.js';
import { type Arrival, type Embedder, embedFromSettle, type Settled } from './embedder.js';
import { type SendOptions, sender } from './sender.js';
import { specOf } from './spec.js';
import type { EmbedTarget } from './target.js';

export interface RemoteEmbedderOptions extends SendOptions {
  /** Maximum number of requests in flight. Default 4. */
  readonly concurrency?: number | undefined;
}

export function remoteEmbedder(target: EmbedTarget, options: RemoteEmbedderOptions = {}): Embedder {
  const send = sender(target, options);

  const settle: Embedder['settle'] = async (texts, purpose, { signal, arrived } = {}) => {
    signal?.throwIfAborted();
    const results = new Array<Settled>(texts.length);
    const keep = (answers: readonly Arrival[]): void => {
      for (const { index, result } of answers) results[index] = result;
      if (answers.length > 0) arrived?.(answers);
    };
    const counter = tokenizer('cl100k_base');
    const tokens = texts.map((text) => counter.count(text));
    keep(texts.flatMap((text, index) => unfit(text, index, tokens[index], target)));

    const sent = [...texts.keys()].filter((index) => results[index] === undefined);
    const sentTokens = sent.map((index) => tokens[index]);
    await inBatches({
      spans: batches(sentTokens, target.provider.batch),
      concurrency: options.concurrency ?? 4,
      send: ({ start, end }) =>
        send({
          texts: sent.slice(start, end).map((index) => texts[index]),
          tokens: sentTokens.slice(start, end).reduce((a, b) => a + b, 0),
          purpose,
          signal,
        }),
      arrived: (answers) => keep(answers.map(({ index, result }) => ({ index: sent[index], result }))),
    });
    return results;
  };

  const { id, dimensions, maxTokens, prefixVersion, price } = target;
  return {
    id,
    dimensions,
    maxTokens,
    prefixVersion,
    ...(price === undefined ? {} : { price }),
    local: false,
    settle,
    embed: embedFromSettle(settle),
  };
}

/** Refuses what the model would refuse or, worse, truncate without an error. */
function unfit(text: string, index: number, tokens: number, { id, maxTokens }: EmbedTarget): readonly Arrival[] {
  if (text === '') return [{ index, result: new FroeError('bad-option', 'An empty text has no vector') }];
  if (tokens <= maxTokens) return [];
  const message = `A text of ${tokens} tokens exceeds the ${maxTokens} of ${specOf(id)}`;
  return [{ index, result: new FroeError('too-large', message, 'Lower --max-tokens.') }];
}
