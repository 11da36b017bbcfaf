import { createNodeEngine, type NodeEngine } from '../../src/cli/node-engine.ts';
import { loadNodeKernel } from './node-kernel.ts';
import { nodeParser } from './node-parser.ts';
import { nodePdf } from './node-pdf.ts';

/** The engine of the `quire` command, with parts as the build makes them. */
export async function makeNodeEngine(): Promise<NodeEngine> {
  return createNodeEngine({ kernel: await loadNodeKernel(), parser: nodeParser, pdf: nodePdf });
}
