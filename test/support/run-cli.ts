import { vi } from 'vitest';
import { buildMcp } from '../../scripts/build-mcp.mjs';
import { runCli } from '../../src/cli/run-cli.ts';
import { loadNodeKernel } from './node-kernel.ts';
import { nodeParser } from './node-parser.ts';
import { nodePdf } from './node-pdf.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `quire` in this process, without the app: a new process takes a second to load. */
export async function quire(...args: readonly string[]): Promise<Ran> {
  const { server } = await buildMcp();
  const loadParts = async () => ({ kernel: await loadNodeKernel(), parser: nodeParser, pdf: nodePdf });
  return catchOutput(() => runCli(args, { version: '1.0.0', dist: 'no-dist', server, loadParts }));
}

export async function catchOutput(run: () => Promise<number>): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const listen = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  const spies = [listen('stdout'), listen('stderr')];
  try {
    return { code: await run(), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
