import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { type ClientName, clientNames, clients, type InstallPaths } from '../../src/install/clients.js';
import { jsonFormat, plainJson, tomlFormat } from '../../src/install/configFormat.js';

const path = ['mcpServers', 'froe'] as const;
const entry = { command: 'npx', args: ['-y', 'froe', 'mcp'] };
const put = (text: string): string | undefined => jsonFormat.insert(text, path, entry);

describe('an entry in JSON', () => {
  it('is added to an empty file', () => {
    expect(put('')).toBe(jsonFormat.render(path, entry));
    expect(JSON.parse(jsonFormat.render(path, entry))).toEqual({ mcpServers: { froe: entry } });
  });

  it('is added to other entries, in their indentation, and keeps comments', () => {
    const before = `{
    // mine
    "mcpServers": {
        "other": { "command": "x" } // keep
    },
    "theme": "dark", /* and this */
}
`;
    expect(put(before)).toBe(`{
    // mine
    "mcpServers": {
        "other": { "command": "x" },
        "froe": {
            "command": "npx",
            "args": [
                "-y",
                "froe",
                "mcp"
            ]
        } // keep
    },
    "theme": "dark", /* and this */
}
`);
  });

  it('keeps the layout of a file of one line, and line ends and byte order mark of Windows', () => {
    const drawn =
      '"froe": {\n      "command": "npx",\n      "args": [\n        "-y",\n        "froe",\n        "mcp"\n      ]\n    }';
    expect(put('{"a":{"b":[1,2]},"mcpServers":{"x":{}}}')).toBe(
      `{"a":{"b":[1,2]},"mcpServers":{"x":{},\n    ${drawn}}}`,
    );
    expect(put('\uFEFF{\r\n  "mcpServers": { }\r\n}\r\n')).toBe(
      `\uFEFF{\n  "mcpServers": {\n    ${drawn}\n  }\n}\n`.replaceAll('\n', '\r\n'),
    );
  });

  it('adds the group if there is none', () => {
    expect(put('{\n  "a": 1\n}\n')).toBe(
      '{\n  "a": 1,\n  "mcpServers": {\n    "froe": {\n      "command": "npx",\n      "args": [\n        "-y",\n        "froe",\n        "mcp"\n      ]\n    }\n  }\n}\n',
    );
    expect(plainJson(put('{ /* empty */ }') ?? '')).toEqual({ mcpServers: { froe: entry } });
    expect(plainJson(put('{"mcpServers":{},}') ?? '')).toEqual({ mcpServers: { froe: entry } });
  });

  it('is unchanged if it exists', () => {
    const own = '{ "mcpServers": { "froe": { "command": "mine" } } }';
    expect(put(own)).toBe(own);
  });

  it.each([
    '[]',
    '3',
    '{',
    '{ "mcpServers": [] }',
    '{ "a": }',
    'no json',
    '{ "a": 1 } trailing',
    '{ "mcpServers": null }',
    '{"mcpServers": null, "mcpServers": 4}',
    '{"mcpServers": 4, "mcpServers": {}}',
  ])('is not added to %s', (text) => {
    expect(put(text)).toBeUndefined();
  });

  it('is not added to a file that is nested too deep', () => {
    expect(put(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBeUndefined();
  });

  it('changes nothing else, and is added once', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const keys = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '1'));
    const settings = fc.dictionary(keys, value, { maxKeys: 5 });
    fc.assert(
      fc.property(
        settings,
        settings,
        fc.constantFrom(undefined, 1, 2, '\t'),
        fc.boolean(),
        (rest, servers, indent, has) => {
          const { mcpServers: _, ...others } = rest;
          const { froe: ___, ...own } = servers;
          const before = JSON.stringify({ ...others, ...(has ? { mcpServers: own } : {}) }, undefined, indent);
          const after = put(before);
          expect(JSON.parse(after ?? '')).toEqual({
            ...JSON.parse(before),
            mcpServers: { ...(has ? JSON.parse(before).mcpServers : {}), froe: entry },
          });
          expect(put(after ?? '')).toBe(after);
        },
      ),
    );
  });
});

describe('an entry in TOML', () => {
  const place = ['mcp_servers', 'froe'] as const;
  it('is appended, and keeps comments', () => {
    const before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # keep\n';
    const after = tomlFormat.insert(before, place, entry) ?? '';
    expect(after.startsWith(before)).toBe(true);
    expect(parse(after)).toEqual({ model: 'x', mcp_servers: { other: { command: 'y' }, froe: entry } });
    expect(tomlFormat.insert(after, place, entry)).toBe(after);
    expect(parse(tomlFormat.insert('', place, entry) ?? '')).toEqual({ mcp_servers: { froe: entry } });
  });

  it('is unchanged if it exists', () => {
    const own = '[mcp_servers.froe]\ncommand = "mine"\n';
    expect(tomlFormat.insert(own, place, entry)).toBe(own);
  });

  it.each(['mcp_servers = { other = { command = "y" } }\n', 'mcp_servers = 3\n', 'not toml at all'])(
    'is not added to %j',
    (text) => {
      expect(tomlFormat.insert(text, place, entry)).toBeUndefined();
    },
  );
});

describe('the file of a client', () => {
  const places: InstallPaths = { root: '/p', home: '/h', platform: 'linux', env: {} };
  const where = (name: ClientName, more: Partial<InstallPaths> = {}): string[] => {
    const client = clients[name];
    return [client.project({ ...places, ...more }), client.user({ ...places, ...more })];
  };

  it('is at the path that the client reads', () => {
    expect(Object.fromEntries(clientNames.map((name) => [name, where(name)]))).toEqual({
      'claude-code': ['/p/.mcp.json', '/h/.claude.json'],
      cursor: ['/p/.cursor/mcp.json', '/h/.cursor/mcp.json'],
      vscode: ['/p/.vscode/mcp.json', '/h/.config/Code/User/mcp.json'],
      codex: ['/p/.codex/config.toml', '/h/.codex/config.toml'],
      gemini: ['/p/.gemini/settings.json', '/h/.gemini/settings.json'],
      zed: ['/p/.zed/settings.json', '/h/.config/zed/settings.json'],
    });
    expect(where('vscode', { platform: 'darwin' })[1]).toBe('/h/Library/Application Support/Code/User/mcp.json');
    expect(where('codex', { env: { CODEX_HOME: '/c' } })[1]).toBe('/c/config.toml');
    expect(where('zed', { env: { XDG_CONFIG_HOME: '/x' } })[1]).toBe('/x/zed/settings.json');
  });

  it('has the entry under the client’s key', () => {
    const drawn = (name: ClientName): unknown => {
      const { format, path: keys, entry: own } = clients[name];
      const text = format.render(keys, own);
      return name === 'codex' ? parse(text) : JSON.parse(text);
    };
    const plain = { command: 'npx', args: ['-y', 'froe', 'mcp'] };
    expect(drawn('claude-code')).toEqual({ mcpServers: { froe: { type: 'stdio', ...plain } } });
    expect(drawn('cursor')).toEqual({ mcpServers: { froe: plain } });
    expect(drawn('vscode')).toEqual({ servers: { froe: { type: 'stdio', ...plain } } });
    expect(drawn('codex')).toEqual({ mcp_servers: { froe: plain } });
    expect(drawn('gemini')).toEqual({ mcpServers: { froe: plain } });
    expect(drawn('zed')).toEqual({ context_servers: { froe: { source: 'custom', ...plain, env: {} } } });
  });
});
