// Builds the kernel from one source: SIMD wasm, portable wasm, and the portable one as JavaScript (decision 010).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const sourceDir = join(root, 'wasm');
const outDir = join(root, 'build', 'kernel');
const stampPath = join(outDir, 'stamp');
const lockPath = join(outDir, 'lock');
const LOCK_MS = 240_000;
const FILES = { simd: 'kernel.simd.wasm', portable: 'kernel.portable.wasm', js: 'kernel.js' };

/** Builds what is missing or older than the sources; resolves to the paths of the three files. */
export async function buildKernel() {
  const paths = Object.fromEntries(Object.entries(FILES).map(([build, name]) => [build, join(outDir, name)]));
  if (isFresh(paths)) return paths;
  mkdirSync(outDir, { recursive: true });
  await lock();
  try {
    // Whoever held the lock may have built just this.
    if (!isFresh(paths)) await build(paths);
    return paths;
  } finally {
    rmSync(lockPath, { recursive: true, force: true });
  }
}

function isFresh(paths) {
  const fresh = existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hashSources();
  return fresh && Object.values(paths).every(existsSync);
}

/** Test files load the kernel in processes of their own: one of them builds, the others wait. A lock left by a killed build is broken. */
async function lock() {
  for (;;) {
    try {
      mkdirSync(lockPath);
      return;
    } catch {
      const age = Date.now() - (statSync(lockPath, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > LOCK_MS) rmSync(lockPath, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function build(paths) {
  const stamp = hashSources();
  const simd = await compile('simd');
  const portable = await compile('portable');
  write(paths.simd, simd);
  write(paths.portable, portable);
  write(paths.js, await toJavaScript(portable));
  write(stampPath, stamp);
  process.stderr.write(`kernel: simd ${simd.length} bytes, portable ${portable.length} bytes\n`);
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
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex');
}

async function compile(target) {
  const { default: asc } = await import('assemblyscript/asc');
  let binary;
  const options = ['--config', 'asconfig.json', '--baseDir', sourceDir, '--target', target, '--outFile', 'out.wasm'];
  const { error, stderr } = await asc.main(options, {
    writeFile: (name, contents) => {
      if (name === 'out.wasm') binary = contents;
    },
  });
  if (error || !binary) throw new Error(`the kernel does not compile (${target})\n${stderr.toString()}`);
  process.stderr.write(stderr.toString());
  return binary;
}

/**
 * binaryen's output is a module that imports `env` and runs at once; the kernel is wanted as a function that can be called again, because a
 * trap leaves its memory in an unknown state.
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

/** By rename, so that a reader never meets half a file. */
function write(path, contents) {
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildKernel().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
