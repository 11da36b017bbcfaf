import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createEngine } from '../engine/create-engine.ts';
import type { LeafMaker } from '../engine/deps.ts';
import { loadKernel } from '../kernel/load/load-kernel.ts';
import { AppError } from '../model/app-error.ts';
import { COLLECTION_FOLDER, MANIFEST_NAME } from '../publish/format/layout.ts';
import { createDiskHost } from '../publish/read/create-disk-host.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createServer } from './create-server.ts';
import { describeProblem } from './describe-problem.ts';

/** The kernel, put in by scripts/build-mcp.mjs. */
declare const KERNEL_BASE64: string;

/** Never requested: the disk host ignores it. */
const ADDRESS = `https://quire.invalid/${COLLECTION_FOLDER}`;

/** A published collection needs no leaves. */
const noLeaves: LeafMaker = {
  workers: 0,
  make: async () => {
    throw new AppError('publish/read-only', 'a published collection is read-only');
  },
};

/** `node server.mjs [folder] [--escape-hidden]`. Without a folder: the one next to this file. */
async function main(args: readonly string[]): Promise<void> {
  const given = args.find((arg) => !arg.startsWith('--')) ?? fileURLToPath(new URL('.', import.meta.url));
  const inner = join(given, COLLECTION_FOLDER);
  const folder = existsSync(join(inner, MANIFEST_NAME)) ? inner : given;
  const kernel = await loadKernel({ simd: Buffer.from(KERNEL_BASE64, 'base64') });
  const engine = createEngine({
    kernel,
    store: createMemoryStore(),
    leafMaker: noLeaves,
    openHost: () => createDiskHost(folder),
    where: 'main thread',
  });
  const opened = engine.openPublished(ADDRESS);
  opened.catch((error) => process.stderr.write(`${describeProblem(error)}\n`));
  const server = await createServer([{ engine, opened }], { escapesHidden: args.includes('--escape-hidden') });
  await server.connect(new StdioServerTransport());
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${describeProblem(error)}\n`);
  process.exitCode = 1;
});
