import elixir from '@cursorless/tree-sitter-wasms/out/tree-sitter-elixir.wasm?url';
import haskell from '@cursorless/tree-sitter-wasms/out/tree-sitter-haskell.wasm?url';
import lua from '@cursorless/tree-sitter-wasms/out/tree-sitter-lua.wasm?url';
import scala from '@cursorless/tree-sitter-wasms/out/tree-sitter-scala.wasm?url';
import zig from '@cursorless/tree-sitter-wasms/out/tree-sitter-zig.wasm?url';
import dart from '@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm?url';
import swift from '@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm?url';
import kotlin from '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm?url';
import bash from '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm?url';
import csharp from '@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm?url';
import cpp from '@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm?url';
import css from '@vscode/tree-sitter-wasm/wasm/tree-sitter-css.wasm?url';
import go from '@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm?url';
import java from '@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm?url';
import javascript from '@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm?url';
import php from '@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm?url';
import python from '@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm?url';
import ruby from '@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm?url';
import rust from '@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm?url';
import tsx from '@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm?url';
import typescript from '@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm?url';
import c from 'tree-sitter-c/tree-sitter-c.wasm?url';
import ocaml from 'tree-sitter-ocaml/tree-sitter-ocaml.wasm?url';
import ocamlInterface from 'tree-sitter-ocaml/tree-sitter-ocaml_interface.wasm?url';
import runtimeUrl from '../../../build/parser/tree-sitter.wasm?url';
import { within } from '../../lib/async/within.ts';
import type { ParserSource } from '../../read/contract.ts';
import { LOAD_MS, readBytes } from './read-bytes.ts';

const urls: Readonly<Record<string, string>> = {
  bash,
  c,
  cpp,
  'c-sharp': csharp,
  css,
  dart,
  elixir,
  go,
  haskell,
  java,
  javascript,
  kotlin,
  lua,
  ocaml,
  ocaml_interface: ocamlInterface,
  php,
  python,
  ruby,
  rust,
  scala,
  swift,
  tsx,
  typescript,
  zig,
};

let compiled: Promise<WebAssembly.Module> | undefined;

/** Fetched with the first file of their language, and cached by the service worker from then on. */
export const parserSource: ParserSource = {
  library: () => within(LOAD_MS, import('../../../build/parser/tree-sitter.js')),
  runtime: () => {
    compiled ??= readBytes(runtimeUrl).then((bytes) => WebAssembly.compile(bytes));
    // A failed download is retried with the next file.
    compiled.catch(() => {
      compiled = undefined;
    });
    return compiled;
  },
  grammar: async (language) => {
    const url = urls[language];
    if (!url) throw new TypeError(`no grammar for ${language}`);
    return readBytes(url);
  },
};
