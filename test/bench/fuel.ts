import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildParser } from '../../scripts/build-parser.mjs';
import { collectCuts } from '../../src/read/code/collect-cuts.ts';
import { countErrors } from '../../src/read/code/count-errors.ts';
import { hideComments } from '../../src/read/code/hide-comments.ts';
import type { OutlineRules } from '../../src/read/code/outline-rules.ts';
import { ParserRuntime, startRuntime } from '../../src/read/code/parser-runtime.ts';
import { JAVASCRIPT_RULES } from '../../src/read/code/rules-javascript.ts';
import { PYTHON_RULES } from '../../src/read/code/rules-others.ts';
import type { ParserLibrary } from '../../src/read/contract.ts';
import { nodeParser } from '../support/node-parser.ts';
import { median } from './measure.ts';

/**
 * What fuel costs: outlines of real files by the parser as our build makes it and by the one that npm installed, in adjacent pairs, processor time.
 * Run: node --import tsx test/bench/fuel.ts <language>=<folder> … (javascript, typescript or python)
 */
const MAX_BYTES = Number(process.env.QUIRE_BENCH_MB ?? 2) * 1e6;
const PAIRS = Number(process.env.QUIRE_BENCH_PAIRS ?? 7);
const WARM_PASSES = 2;

const ENDINGS: Readonly<Record<string, RegExp>> = { python: /\.py$/, javascript: /\.m?js$/, typescript: /\.[cm]?ts$/ };
const RULES: Readonly<Record<string, OutlineRules>> = {
  python: PYTHON_RULES,
  javascript: JAVASCRIPT_RULES,
  typescript: JAVASCRIPT_RULES,
};

const built = await buildParser();
// The library has one runtime in each copy of itself.
const libraryOf = (name: string) => import(`${pathToFileURL(built.js).href}?${name}`) as Promise<ParserLibrary>;
const counting = await startRuntime(await libraryOf('counting'), await nodeParser.runtime());
const plain = await startPlain(await libraryOf('plain'));

for (const argument of process.argv.slice(2)) {
  const [language = '', folder = ''] = argument.split('=');
  const files = listFiles(folder, ENDINGS[language] as RegExp);
  for (const runtime of [counting, plain])
    if (!runtime.has(language)) await runtime.load(language, await nodeParser.grammar(language));
  const bytes = files.reduce((sum, text) => sum + text.length, 0);
  for (let pass = 0; pass < WARM_PASSES; pass++)
    for (const runtime of [counting, plain]) measure(runtime, language, files);
  const pairs = Array.from({ length: PAIRS }, (_, i) => {
    // Whoever comes second finds other caches: they take turns.
    const first = i % 2 === 0 ? counting : plain;
    const one = measure(first, language, files);
    const other = measure(first === counting ? plain : counting, language, files);
    return first === counting ? { own: one, peer: other } : { own: other, peer: one };
  });
  const ratios = pairs.map(({ own, peer }) => own / peer).sort((a, b) => a - b);
  const speed = bytes / 1_000 / median(pairs.map(({ own }) => own));
  process.stdout.write(
    `${argument}\t${files.length} files\t${(bytes / 1e6).toFixed(2)} MB\t${speed.toFixed(2)} MB/s\t${median(ratios).toFixed(3)}× (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})\n`,
  );
}

function measure(runtime: ParserRuntime, language: string, files: readonly string[]): number {
  const rules = RULES[language] as OutlineRules;
  const before = process.cpuUsage();
  for (const code of files) {
    const { text, joins } = language === 'python' ? hideComments(code) : { text: code, joins: undefined };
    const { value } = runtime.parse({ text, language, fuel: 2_000_000_000 }, ({ rootNode }) => {
      countErrors(rootNode);
      return collectCuts(rootNode, rules, joins);
    });
    if (value === undefined) throw new Error(`the parser gave up in ${language}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function listFiles(folder: string, ending: RegExp): string[] {
  const texts: string[] = [];
  let left = MAX_BYTES;
  for (const path of (readdirSync(folder, { recursive: true, encoding: 'utf8' }) as string[]).sort()) {
    if (!ending.test(path) || left < 0 || !statSync(join(folder, path)).isFile()) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    if (text.length > 300_000) continue;
    texts.push(text);
    left -= text.length;
  }
  return texts;
}

/** As `startRuntime` does it, without a counter. */
function startPlain(library: ParserLibrary): Promise<ParserRuntime> {
  const path = createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm');
  const module = new WebAssembly.Module(readFileSync(path));
  let memory: WebAssembly.Memory | undefined;
  return library.Parser.init({
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      memory = imports.env?.memory as WebAssembly.Memory;
      done(new WebAssembly.Instance(module, imports), module);
      return {};
    },
  }).then(() => {
    const fuel = { value: 0 } as WebAssembly.Global<'i32'>;
    return new ParserRuntime(library, { fuel, memory: memory as WebAssembly.Memory });
  });
}
