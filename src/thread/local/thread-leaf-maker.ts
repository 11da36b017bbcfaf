import type { ReadingLeafMaker } from '../../engine/deps.ts';
import { createLocalLeafMaker } from '../../engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { findWebDigest } from '../../lib/web-digest.ts';
import { createCodeReader } from '../../read/read-code.ts';
import { parserSource } from './parser-source.ts';

export function createThreadLeafMaker(kernel: Kernel): ReadingLeafMaker {
  const digest = findWebDigest();
  const parts = digest === undefined ? { kernel } : { kernel, digest };
  // tree-sitter is WebAssembly: without it code is cut as text.
  if (kernel.build === 'js') return createLocalLeafMaker(parts);
  return createLocalLeafMaker({ ...parts, codeReader: createCodeReader(parserSource) });
}
