/** The languages that are read by their syntax. The key is the language's id in the delimited table. */
import type { Syntax } from '../syntax.js';
import { bash } from './bash.js';
import { c } from './c.js';
import { clojure } from './clojure.js';
import { cmake } from './cmake.js';
import { cpp } from './cpp.js';
import { csharp } from './csharp.js';
import { css } from './css.js';
import { elixir } from './elixir.js';
import { elm } from './elm.js';
import { erlang } from './erlang.js';
import { gleam } from './gleam.js';
import { glsl } from './glsl.js';
import { go } from './go.js';
import { haskell } from './haskell.js';
import { java } from './java.js';
import { javascript, jsx, tsx, typescript } from './javascript.js';
import { julia } from './julia.js';
import { kotlin } from './kotlin.js';
import { lua } from './lua.js';
import { nix } from './nix.js';
import { objectiveC } from './objective-c.js';
import { ocaml } from './ocaml.js';
import { perl } from './perl.js';
import { php } from './php.js';
import { powershell } from './powershell.js';
import { protobuf } from './protobuf.js';
import { python } from './python.js';
import { r } from './r.js';
import { rescript } from './rescript.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { scala } from './scala.js';
import { solidity } from './solidity.js';
import { swift } from './swift.js';
import { zig } from './zig.js';

export const syntaxes: Readonly<Record<string, Syntax>> = {
  bash,
  c,
  clojure,
  cmake,
  cpp,
  csharp,
  css,
  elixir,
  elm,
  erlang,
  gleam,
  glsl,
  go,
  haskell,
  java,
  javascript,
  jsx,
  julia,
  kotlin,
  lua,
  nix,
  'objective-c': objectiveC,
  ocaml,
  perl,
  php,
  powershell,
  protobuf,
  python,
  r,
  rescript,
  ruby,
  rust,
  scala,
  solidity,
  swift,
  tsx,
  typescript,
  zig,
};
