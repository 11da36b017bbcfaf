import type { LeafMaker } from '../../engine/deps.ts';
import { createLocalLeafMaker } from '../../engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { createPdfReader } from '../../read/document/pdf/read-pdf.ts';
import { findColours } from '../../read/find-colours.ts';
import { createCodeReader } from '../../read/read-code.ts';
import { parserSource } from './parser-source.ts';
import { pdfSource } from './pdf-source.ts';

export function createThreadLeafMaker(kernel: Kernel): LeafMaker {
  const parts = { kernel, pdfReader: createPdfReader(pdfSource) };
  // tree-sitter is WebAssembly: without it code is chunked as text.
  if (kernel.build === 'js') return createLocalLeafMaker(parts);
  return {
    ...createLocalLeafMaker({ ...parts, codeReader: createCodeReader(parserSource) }),
    findColours: (language, text) => findColours(parserSource, language, text),
  };
}
