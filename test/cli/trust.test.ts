/** `froe trust` on the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/config/load.js';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

describe('froe trust', { concurrent: true }, () => {
  it('prints what it allows, and allows it until the file changes', async () => {
    const home = folder();
    const config = 'hooks:\n  context: "./x \\e[31m"\nembedder: voyage/voyage-code-3\n';
    const root = folder({ '.froe/config.yaml': config });
    const env = { HOME: home, XDG_CONFIG_HOME: undefined };
    expect(() => load({ root, home })).toThrow('wants to');
    const { code, stdout, stderr } = await froe(root, ['trust'], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/config\.yaml may, until it changes:\n {2}run a command: .*\n {2}send text to https:\/\//);
    expect(stdout).not.toContain('\u001b');
    expect(load({ root, home }).settings.embedder).toBe('voyage/voyage-code-3');
    expect(JSON.parse(readFileSync(join(home, '.config', 'froe', 'trust.json'), 'utf8'))).toHaveProperty([root]);

    writeFileSync(join(root, '.froe', 'config.yaml'), `${config}jobs: 2\n`);
    expect(() => load({ root, home })).toThrow('wants to');
    expect((await froe(home, ['trust', root], { env })).code).toBe(0);
    expect(load({ root, home }).settings.jobs).toBe(2);
    expect((await froe(home, ['trust', '--remove', root], { env })).stdout).toBe(`${root} is no longer trusted\n`);
    expect(() => load({ root, home })).toThrow('wants to');
  });

  it('records nothing if nothing needs trust', async () => {
    const root = folder({ '.froe/config.json': '{"jobs": 2}' });
    const { code, stdout } = await froe(root, ['trust'], { env: { HOME: root, XDG_CONFIG_HOME: undefined } });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/has no setting that needs trust\n$/) });
  });

  it('needs a configuration', async () => {
    const root = folder();
    const { code, stderr } = await froe(root, ['trust'], { env: { HOME: root, XDG_CONFIG_HOME: undefined } });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /has no \.froe\/config\.json or \.froe\/config\.yaml, no froe\.workspace\.json, and no index .*\n +Nothing needs trust/,
    );
  });
});
