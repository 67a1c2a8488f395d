/** A skill for agents that work with a shell: it costs nothing until it is needed, unlike the schemas of a server. */
export const skill = `---
name: froe
description: Search this project's code and documents by meaning and by words, and pack exact source into a token budget. Use it to find where something is done, to read what a symbol or a section says, and to see what a file or a folder defines, before opening files one by one.
---

# Searching with froe

froe keeps an index of the folder it is run in (\`.froe/index.db\`) and brings it up to date by itself. Standard output is data, standard error is talk. Exit code 1 means that nothing was found.

| to | run |
|---|---|
| find places | \`npx -y froe search "how are retries limited"\` |
| get an answer with source, in at most so many tokens | \`npx -y froe context "how are retries limited" --budget 4000\` |
| read what was found | \`npx -y froe get src/client.py:10-40\`, \`src/client.py#Client.send\`, \`Client.send\`, a whole file, or an id |
| see what files define | \`npx -y froe outline src --budget 2000\` |
| see who uses a symbol, and what it uses | \`npx -y froe refs Client.send\` |
| see what a change would touch | \`npx -y froe impact Client.send --budget 2000\` |
| see what the index holds | \`npx -y froe status\` |

- Questions may be words, "phrases", \`symbol:Client.get\`, \`path:src/api\`, \`lang:python\`, \`type:function\`, \`-not\`.
- \`--json\` gives records; \`-n 20\` more results; \`--files\` only paths.
- Places look like \`path:from-to\`, 1-based and inclusive, and \`froe get\` takes them back.
- Start with \`search\`; use \`context\` when several files matter; read only the lines you need.
`;
