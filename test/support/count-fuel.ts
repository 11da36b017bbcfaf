import type { Parser } from 'web-tree-sitter';
import type { ParserLibrary, ParserSource } from '../../src/read/contract.ts';
import { nodeParser } from './node-parser.ts';

/** The parser of Node, and the fuel that its parses have spent so far: all they had, if that was not enough. */
export function createFuelCounter(): { readonly source: ParserSource; readonly spent: () => number } {
  let spent = 0;
  const library = async (): Promise<ParserLibrary> => {
    const { Parser: Base, Language } = await nodeParser.library();
    let fuel: WebAssembly.Global<'i32'>;
    class CountingParser extends Base {
      static override init(options: { instantiateWasm: Instantiate }): Promise<void> {
        const instantiateWasm: Instantiate = (imports, done) =>
          options.instantiateWasm(imports, (instance, module) => {
            fuel = instance.exports.fuel as WebAssembly.Global<'i32'>;
            done(instance, module);
          });
        return Base.init({ ...options, instantiateWasm });
      }

      override parse(...input: Parameters<Parser['parse']>): ReturnType<Parser['parse']> {
        const before = fuel.value;
        try {
          return super.parse(...input);
        } finally {
          spent += before - Math.max(0, fuel.value);
        }
      }
    }
    return { Parser: CountingParser, Language } as ParserLibrary;
  };
  return { source: { ...nodeParser, library }, spent: () => spent };
}

type Instantiate = (
  imports: WebAssembly.Imports,
  done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) => object;
