import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { loadKernel } from '../kernel/load/load-kernel.ts';
import { servePages } from './page-threads.ts';
import { createNodeParser, createNodePdf } from './readers.ts';
import { runCli } from './run-cli.ts';
import { failNodeStrayErrors } from './stray-errors.ts';
import { failUnwritten } from './terminal.ts';

/** Put in by scripts/build-cli.mjs. */
declare const KERNEL_BASE64: string;
declare const VERSION: string;

const locate = (name: string): string => fileURLToPath(new URL(`./parts/${name}`, import.meta.url));

if (isMainThread) await runCommand();
else servePages();

async function runCommand(): Promise<void> {
  failNodeStrayErrors();
  failUnwritten();
  const code = await runCli(process.argv.slice(2), {
    version: VERSION,
    dist: fileURLToPath(new URL('../../dist/', import.meta.url)),
    server: locate('mcp-server.js'),
    script: fileURLToPath(import.meta.url),
    loadParts: async () => ({
      kernel: await loadKernel({ simd: Buffer.from(KERNEL_BASE64, 'base64') }),
      parser: createNodeParser(locate),
      pdf: createNodePdf(locate),
    }),
  });
  // After a reader that never answered its timer is left, which would keep the process for minutes.
  process.stdout.write('', (error) => {
    if (!error) process.exit(code);
  });
}
