// Makes tree-sitter's runtime fit for hostile files (decision 123): every loop burns fuel, and a runtime can be thrown away.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildOnce } from './build-once.mjs';

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), '..');
const library = join(root, 'node_modules', 'web-tree-sitter');

/** Resolves to the paths of the runtime and of the library that starts it. */
export function buildParser() {
  return buildOnce({
    dir: join(root, 'build', 'parser'),
    files: { wasm: 'tree-sitter.wasm', js: 'tree-sitter.js' },
    stamp: hashSources,
    build: async () => ({
      wasm: await addFuel(readFileSync(join(library, 'web-tree-sitter.wasm'))),
      js: patchLibrary(readFileSync(join(library, 'web-tree-sitter.js'), 'utf8')),
    }),
  });
}

function hashSources() {
  const hash = createHash('sha256');
  for (const name of ['web-tree-sitter', 'binaryen']) {
    hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  }
  return hash.update(readFileSync(self)).digest('hex');
}

// The rest is compared in a local: reading the global again would slow outlines down by another tenth (decision 123).
const BURN =
  '(global.set $fuel (local.tee $left (i32.sub (global.get $fuel) (i32.const 1)))) (if (i32.lt_s (local.get $left) (i32.const 0)) (then (unreachable)))';
const LEFT = '  (local $left i32)\n';

/**
 * The exported global `fuel` falls by one at the head of every loop and at every call by pointer, and the runtime traps below zero. tree-sitter's own
 * callback is never called inside error recovery. Calls by pointer are the grammars' scanners, which read to the end of a file again and again.
 */
async function addFuel(original) {
  const { default: binaryen } = await import('binaryen');
  const read = binaryen.readBinary(original);
  const text = read.emitText();
  read.dispose();
  const pointers = new Set(text.match(/^ \(elem [^\n]*/m)?.[0].match(/\$\d+/g));
  let counted = 0;
  const burning = text
    .replace(/^ +\(loop \$\S+(?: \(result \w+\))?$/gm, (loop) => {
      counted++;
      return `${loop} ${BURN}`;
    })
    .replace(/^ \(func (\$\d+)[^\n]*\n(?: {2}\(local [^\n]*\n)*/gm, (head, name) =>
      pointers.has(name) ? `${head}${LEFT}${BURN}\n` : head + LEFT,
    )
    .replace(/^ \(global /m, ' (global $fuel (export "fuel") (mut i32) (i32.const 2147483647))\n (global ');
  if (counted === 0 || counted !== text.match(/\(loop /g)?.length || pointers.size === 0) {
    throw new Error(`${counted} loops of the parser are counted, not all of them`);
  }
  const module = binaryen.parseText(burning);
  const { MutableGlobals, BulkMemory, BulkMemoryOpt, SignExt, NontrappingFPToInt, Multivalue, ReferenceTypes } =
    binaryen.Features;
  module.setFeatures(
    MutableGlobals | BulkMemory | BulkMemoryOpt | SignExt | NontrappingFPToInt | Multivalue | ReferenceTypes,
  );
  if (!module.validate()) throw new Error('the parser with fuel is not valid');
  const binary = module.emitBinary();
  module.dispose();
  return Buffer.concat([binary.subarray(0, HEADER_BYTES), readLinking(original), binary.subarray(HEADER_BYTES)]);
}

const HEADER_BYTES = 8;

/** The first section (`dylink.0`) holds the memory that the runtime needs without grammars; the text form has no place for it. */
function readLinking(binary) {
  const [id, size] = [binary[HEADER_BYTES], binary[HEADER_BYTES + 1]];
  if (id !== 0 || size === undefined || size > 127)
    throw new Error('the parser does not begin with a short custom section');
  return binary.subarray(HEADER_BYTES, HEADER_BYTES + 2 + size);
}

/**
 * As published, the library makes one runtime for the life of the page, and frees collected objects in whichever runtime is current. Ours makes a new
 * runtime at every `Parser.init` and never frees on its own: an address in a dropped runtime means something else in the next one.
 */
function patchLibrary(source) {
  return replaceOnce(
    replaceOnce(source, 'return Module3 ??= await', 'return Module3 = await'),
    'function newFinalizer(handler) {',
    'function newFinalizer() {\n  return undefined;',
  ).replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

function replaceOnce(source, from, to) {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`web-tree-sitter has "${from}" ${parts.length - 1} times, not once`);
  return parts.join(to);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildParser().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
