// Builds the MCP server of exported collections: one file for Node, with the engine, the kernel and the SDK.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { buildKernel } from './build-kernel.mjs';
import { buildOnce } from './build-once.mjs';
import { makeNotice } from './list-licences.mjs';

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), '..');

/** Resolves to the path of the server. */
export async function buildMcp() {
  const { simd } = await buildKernel();
  return buildOnce({
    dir: join(root, 'build', 'mcp'),
    files: { server: 'mcp-server.js' },
    stamp: hashSources,
    build: async () => ({
      server: await bundleForNode('src/mcp/main.ts', {
        define: { KERNEL_BASE64: JSON.stringify(readFileSync(simd, 'base64')) },
        // The exact token counter has more bytes than all the rest (decision 315).
        resolve: { alias: { 'gpt-tokenizer/encoding/o200k_base': join(root, 'src/mcp/no-tokenizer.ts') } },
      }),
    }),
  });
}

function hashSources() {
  const hash = createHash('sha256');
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/[\\/]src[\\/](ui|pwa|cli)\b/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const others = [
    self,
    join(root, 'scripts/list-licences.mjs'),
    join(root, 'package-lock.json'),
    join(root, 'build/kernel/kernel.simd.wasm'),
  ];
  for (const path of [...sources, ...others]) hash.update(readFileSync(path));
  return hash.digest('hex');
}

/**
 * Bundles an entry with all it imports into one file for Node, with the licences of its parts.
 * @param {string} entry
 * @param {Pick<import('vite').InlineConfig, 'define' | 'resolve' | 'plugins'>} options
 */
export async function bundleForNode(entry, options) {
  const output = await build({
    ...options,
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, entry),
      target: 'node20',
      minify: true,
      write: false,
      rolldownOptions: { checks: { eval: false }, output: { codeSplitting: false } },
    },
  });
  const files = [output].flat().flatMap((built) => built.output);
  if (files.length !== 1) throw new Error(`${entry} gives ${files.length} files, not one`);
  // Most licences require their text to accompany the code.
  return `${files[0].code}\n/*\n${makeNotice().replaceAll('*/', '* /')}*/\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildMcp().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
