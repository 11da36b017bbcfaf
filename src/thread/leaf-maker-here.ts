import { createLocalLeafMaker } from '../engine/local-leaf-maker.ts';
import type { LeafMaker } from '../engine/parts.ts';
import type { Kernel } from '../kernel/contract.ts';
import { createCodeReader } from '../read/read-code.ts';
import { grammarBytes } from './grammar-bytes.ts';

export function createLeafMakerHere(kernel: Kernel): LeafMaker {
  // tree-sitter is WebAssembly: without it code is cut as text.
  if (kernel.build === 'js') return createLocalLeafMaker({ kernel });
  return createLocalLeafMaker({ kernel, codeReader: createCodeReader(grammarBytes) });
}
