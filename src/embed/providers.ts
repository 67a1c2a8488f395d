import { ollama } from './ollama.js';
import { openai } from './openai.js';
import type { Provider } from './provider.js';
import { voyage } from './voyage.js';

export const providers = { openai, voyage, ollama } satisfies Record<string, Provider>;

export type EmbedProviderName = keyof typeof providers;

export const isProvider = (name: string): name is EmbedProviderName => Object.hasOwn(providers, name);
