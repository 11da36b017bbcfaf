// Builds the command `quire`: one file for Node, next to the files that it reads on demand (`parts`): the parser, its grammars, pdf.js, the MCP server.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildKernel } from './build-kernel.mjs';
import { buildMcp, bundleForNode } from './build-mcp.mjs';
import { buildParser } from './build-parser.mjs';
import { buildPdf } from './build-pdf.mjs';
import { GRAMMARS, locateGrammar } from './list-grammars.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const TABLES = 'gpt-tokenizer/encoding/o200k_base';
const TABLES_FILE = 'o200k-base.js';

/** Resolves to the path of the command. */
export async function buildCli() {
  const out = join(root, 'build', 'cli');
  const { simd } = await buildKernel();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const code = await bundleForNode('src/cli/main.ts', {
    // Two megabytes of tables, which every start would read.
    plugins: [
      {
        name: 'apart',
        enforce: 'pre',
        resolveId: (id) => (id === TABLES ? { id: `./parts/${TABLES_FILE}`, external: true } : null),
      },
    ],
    define: { KERNEL_BASE64: JSON.stringify(readFileSync(simd, 'base64')), VERSION: JSON.stringify(version) },
  });
  const [{ server }, parser, pdf] = [await buildMcp(), await buildParser(), await buildPdf()];
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'parts'), { recursive: true });
  const parts = [server, parser.js, parser.wasm, pdf.api, pdf.worker, pdf.maps, ...GRAMMARS.map(locateGrammar)];
  for (const path of parts) {
    const bytes = readFileSync(path);
    writeFileSync(join(out, 'parts', basename(path)), /\.(?:wasm|bin)$/.test(path) ? gzipSync(bytes) : bytes);
  }
  const tables = fileURLToPath(import.meta.resolve(TABLES));
  writeFileSync(join(out, 'parts', TABLES_FILE), await bundleForNode(relative(root, tables), {}));
  const file = join(out, 'quire.js');
  writeFileSync(file, `#!/usr/bin/env node\n${code}`);
  chmodSync(file, 0o755);
  return file;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildCli().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
