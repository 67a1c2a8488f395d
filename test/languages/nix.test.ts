import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree } from './drawTree.js';

const text = `# A small web server, packed and run.
{
  pkgs ? import <nixpkgs> { },
  lib,
  ...
}:

let
  version = "2.1";
  sources = import ./sources.nix;

  # A port for each worker, the first one open to all.
  portsFor =
    first: count:
    map (n: first + n) (lib.range 0 (count - 1));

  withDefaults = { workers ? 4, ... }@args: args // { inherit workers; };

  settings = rec {
    workers = 8;
    ports = portsFor 8000 workers;
  };
in
{
  # What is built.
  server = pkgs.stdenv.mkDerivation {
    pname = "server";
    inherit version;
    src = sources.server;

    buildPhase = ''
      make PORTS="\${toString settings.ports}"
    '';

    meta = {
      description = "Serves files";
      license = lib.licenses.mit;
    };
  };

  module =
    { config, ... }:
    {
      options.services.server.enable = lib.mkEnableOption "server";

      config = lib.mkIf config.services.server.enable {
        networking.firewall.allowedTCPPorts = [ 8000 ];
        systemd.services.server.script = "server";
      };
    };
}
`;

describe('Nix', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('default.nix', text)).toBe(
      `document [1-51]
  statements [1-6]
  statements [9-9]
  imports [10-10]
  function portsFor [12-15]
  function withDefaults [17-17]
  module settings [19-22]
    statements [20-21]
  module server [25-39]
    statements [27-29]
    statements [31-33]
    module meta [35-38]
      statements [36-37]
  function module [41-50]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('default.nix', text, 'portsFor')).toEqual({
      signature: 'portsFor =\n    first: count:',
      docstring: 'A port for each worker, the first one open to all.',
    });
    expect(await definitionFacts('default.nix', text, 'settings')).toEqual({
      signature: 'settings',
      docstring: undefined,
    });
  });

  it('finds the definitions around an error', async () => {
    const broken = `let
  first = x: x + 1;

  second = y: {
    a = y + * 2;
  };

  third = {
    b = 3;
  };
in
third
`;
    expect(await drawTree('default.nix', broken)).toBe(
      `document [1-12]
  function first [2-2]
  function second [4-6]
  module third [8-10]
    statements [9-9]
  statements [12-12]`,
    );
  });
});
