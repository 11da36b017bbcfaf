// Builds the kernel from one source: wasm with SIMD, and wasm without it turned into JavaScript (decision 010).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildOnce } from './build-once.mjs';
import { makeUnicodeTables } from './make-unicode-tables.mjs';

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), '..');
const sourceDir = join(root, 'wasm');
const TABLES = 'assembly/text/generated/unicode.ts';

/** Builds what is missing or older than the sources; resolves to the paths of both files. */
export function buildKernel() {
  return buildOnce({
    dir: join(root, 'build', 'kernel'),
    files: { simd: 'kernel.simd.wasm', js: 'kernel.js' },
    stamp: hashSources,
    build,
  });
}

async function build() {
  const tables = await makeUnicodeTables();
  const simd = await compile('simd', tables);
  process.stderr.write(`kernel: ${simd.length} bytes\n`);
  return { simd, js: await toJavaScript(await compile('portable', tables)) };
}

function hashSources() {
  const hash = createHash('sha256');
  const names = readdirSync(sourceDir, { recursive: true })
    .map(String)
    .filter((name) => /\.(ts|json)$/.test(name));
  for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(join(sourceDir, name)));
  for (const tool of ['assemblyscript', 'binaryen']) {
    hash.update(readFileSync(join(root, 'node_modules', tool, 'package.json')));
  }
  for (const script of [self, join(root, 'scripts', 'make-unicode-tables.mjs')]) hash.update(readFileSync(script));
  return hash.digest('hex');
}

/** `tables` is a module that no file holds: thousands of numbers. */
async function compile(target, tables) {
  const { default: asc } = await import('assemblyscript/asc');
  let binary;
  const options = ['--config', 'asconfig.json', '--baseDir', sourceDir, '--target', target, '--outFile', 'out.wasm'];
  const { error, stderr } = await asc.main(options, {
    readFile: (name, baseDir) => (name === TABLES ? tables : readIfThere(join(baseDir, name))),
    writeFile: (name, contents) => {
      if (name === 'out.wasm') binary = contents;
    },
  });
  if (error || !binary) throw new Error(`the kernel does not compile (${target})\n${stderr.toString()}`);
  process.stderr.write(stderr.toString());
  return binary;
}

/** The compiler tries several names for an import. */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * binaryen's output is a module that imports `env` and runs at once. The kernel has to be a function that can be called again, because a trap
 * leaves its memory in an unknown state.
 */
async function toJavaScript(binary) {
  const { default: binaryen } = await import('binaryen');
  const module = binaryen.readBinary(binary);
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(0);
  module.optimize();
  const source = module.emitAsmjs();
  module.dispose();
  const start = source.indexOf('function asmFunc(');
  const end = source.lastIndexOf('var retasmFunc');
  const call = source.slice(end);
  if (start < 0 || end < 0 || !call.includes('asmFunc(')) throw new Error('wasm2js changed the shape of its output');
  const body = source.slice(0, end).replace(/^import .*$/gm, '');
  return `export function instantiate(imports) {\n${body}\nreturn asmFunc(imports);\n}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildKernel().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
