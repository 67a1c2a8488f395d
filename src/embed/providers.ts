import { ollama } from './ollama.js';
import { openai } from './openai.js';
import type { EmbedProvider } from './provider.js';
import { voyage } from './voyage.js';

export const embedProviders = { openai, voyage, ollama } satisfies Record<string, EmbedProvider>;

export type EmbedProviderName = keyof typeof embedProviders;

export const isEmbedProvider = (name: string): name is EmbedProviderName => Object.hasOwn(embedProviders, name);
