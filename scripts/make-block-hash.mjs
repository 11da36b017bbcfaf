// Writes src/store/verify/block-hash-wasm.ts from wasm/assembly/block-hash.ts: a module of a few hundred bytes that the store carries in itself.
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const options = [
  'block-hash.ts',
  '--baseDir',
  join(root, 'wasm', 'assembly'),
  '--outFile',
  'out.wasm',
  '--runtime',
  'stub',
];
// 1 MiB of bytes, the hashes before them, room behind them.
options.push('-O3', '--noAssert', '--initialMemory', '17', '--maximumMemory', '17');
options.push('--disable', 'bulk-memory', '--disable', 'sign-extension', '--disable', 'nontrapping-f2i');
let binary;
const { error, stderr } = await asc.main(options, {
  writeFile: (name, contents) => {
    if (name === 'out.wasm') binary = contents;
  },
});
if (error || !binary) throw new Error(`the block hash does not compile\n${stderr.toString()}`);
const text = Buffer.from(binary).toString('base64');
writeFileSync(
  join(root, 'src', 'store', 'verify', 'block-hash-wasm.ts'),
  `/** Made from wasm/assembly/block-hash.ts by scripts/make-block-hash.mjs. */\nexport const BLOCK_HASH_WASM =\n  '${text}';\n`,
);
process.stderr.write(`block hash: ${binary.length} bytes\n`);
