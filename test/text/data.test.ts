import { expect, it, vi } from 'vitest';
import { parseToml, parseYaml } from '../../src/text/data.js';

it('YAML and TOML are parsed', () => {
  expect(parseYaml('wood: oak\nrings: [1, 2]\n')).toEqual({ wood: 'oak', rings: [1, 2] });
  expect(parseToml('wood = "oak"\nrings = [1, 2]\n')).toEqual({ wood: 'oak', rings: [1, 2] });
});

it('unusual YAML prints no warning', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  expect(parseYaml('!unknown oak')).toBe('oak');
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
