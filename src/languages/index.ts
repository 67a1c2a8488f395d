/** The languages with a grammar, by their ids: one line each. Those without are in `delimited/`. */

import { bash } from './bash.js';
import { c } from './c.js';
import { clojure } from './clojure.js';
import { cmake } from './cmake.js';
import { cpp } from './cpp.js';
import { csharp } from './csharp.js';
import { css } from './css.js';
import { dart } from './dart.js';
import { dockerfile } from './dockerfile.js';
import { elixir } from './elixir.js';
import { elm } from './elm.js';
import { erlang } from './erlang.js';
import { gleam } from './gleam.js';
import { glsl } from './glsl.js';
import { go } from './go.js';
import { graphql } from './graphql.js';
import { haskell } from './haskell.js';
import { hcl } from './hcl.js';
import { java } from './java.js';
import { javascript, jsx } from './javascript.js';
import { julia } from './julia.js';
import { kotlin } from './kotlin.js';
import type { CodeLanguage } from './language.js';
import { lua } from './lua.js';
import { makefile } from './makefile.js';
import { nix } from './nix.js';
import { objectiveC } from './objective-c.js';
import { ocaml } from './ocaml.js';
import { perl } from './perl.js';
import { php } from './php.js';
import { protobuf } from './protobuf.js';
import { python } from './python.js';
import { r } from './r.js';
import { rescript } from './rescript.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { scala } from './scala.js';
import { solidity } from './solidity.js';
import { sql } from './sql.js';
import { svelte } from './svelte.js';
import { swift } from './swift.js';
import { tsx, typescript } from './typescript.js';
import { vue } from './vue.js';
import { zig } from './zig.js';

export const codeLanguages: Readonly<Record<string, CodeLanguage>> = {
  bash,
  c,
  clojure,
  cmake,
  cpp,
  csharp,
  css,
  dart,
  dockerfile,
  elixir,
  elm,
  erlang,
  gleam,
  glsl,
  go,
  graphql,
  haskell,
  hcl,
  java,
  javascript,
  jsx,
  julia,
  kotlin,
  lua,
  makefile,
  nix,
  'objective-c': objectiveC,
  ocaml,
  perl,
  php,
  protobuf,
  python,
  r,
  rescript,
  ruby,
  rust,
  scala,
  solidity,
  sql,
  svelte,
  swift,
  tsx,
  typescript,
  vue,
  zig,
};

/** Undefined for a language without a grammar. */
export const codeLanguage = (id: string): CodeLanguage | undefined =>
  Object.hasOwn(codeLanguages, id) ? codeLanguages[id] : undefined;
