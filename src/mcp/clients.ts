/**
 * Which form suits which client, by the name it gives itself. A name says only
 * whose program it is, not which model reads the answer, so the table is short,
 * and the configuration (`format`) comes before it.
 */
const forms: readonly (readonly [name: RegExp, format: string])[] = [
  [/^claude/i, 'claude'], // claude-code, claude-ai (the desktop)
  [/^(codex|openai|chatgpt)/i, 'gpt'], // codex-mcp-client, openai-mcp
];

export const formatFor = (client: string | undefined): string =>
  forms.find(([name]) => name.test(client ?? ''))?.[1] ?? 'generic';
