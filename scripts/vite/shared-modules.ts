import { dirname, resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { buildBeside } from './build-beside.ts';

/**
 * Vite bundles the page and every worker separately, so a module that several of them load later would be built once for each. These modules are
 * built once, as separate files, and each bundle imports them by address. The names are those in `laterNames` of vite.config.ts.
 */
const shared: Readonly<Record<string, string>> = {
  o200k_base: 'gpt-tokenizer/encoding/o200k_base',
  kernel: 'build/kernel/kernel.js',
  'tree-sitter': 'build/parser/tree-sitter.js',
  'pdfjs-api': 'build/pdf/pdfjs-api.js',
  'pdfjs-worker': 'build/pdf/pdfjs-worker.js',
};
const PREFIX = 'quire-shared:';
const FOLDER = 'assets/later/';

let building: Promise<Rollup.OutputChunk[]> | undefined;

/** A plugin for the page and for workers: both resolve the imports, the page's build writes the files. */
export function sharedModules(): Plugin {
  let root = '';
  let isWorker = false;
  return {
    name: 'quire-shared-modules',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      isWorker = config.isWorker;
    },
    buildStart() {
      building ??= buildShared(root);
    },
    async resolveId(source, importer) {
      if (!importer) return;
      const wanted = source.startsWith('.') ? resolve(dirname(importer), source) : source;
      const found = Object.entries(shared).find(([, path]) => wanted === path || wanted === resolve(root, path));
      if (!found) return;
      const file = (await building)?.find((entry) => entry.isEntry && entry.name === found[0]);
      if (!file) throw new Error(`${found[0]} was not built`);
      // Includes the hash: a bundle whose shared module changed must get a new name itself.
      return { id: file.fileName.replace(FOLDER, PREFIX), external: true };
    },
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = toAddresses(chunk);
      if (isWorker) return;
      for (const { fileName, code } of (await building) ?? []) this.emitFile({ type: 'asset', fileName, source: code });
    },
  };
}

/** Files that import a shared module are in `assets` or, like the modules, in `assets/later`. */
function toAddresses(chunk: Rollup.OutputChunk): string {
  if (chunk.code.includes(PREFIX) && !/^assets\/(later\/)?[^/]+$/.test(chunk.fileName))
    throw new Error(`${chunk.fileName} imports a shared module and is not in assets`);
  return chunk.code.replaceAll(PREFIX, chunk.fileName.startsWith(FOLDER) ? './' : './later/');
}

async function buildShared(root: string): Promise<Rollup.OutputChunk[]> {
  const files = await buildBeside(root, {
    build: {
      rolldownOptions: {
        checks: { eval: false },
        input: Object.fromEntries(Object.entries(shared).map(([name, path]) => [name, toEntry(root, path)])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `${FOLDER}[name]-[hash].js`, chunkFileNames: `${FOLDER}[name]-[hash].js` },
      },
    },
  });
  return files.flatMap((file) => (file.type === 'chunk' ? [file] : []));
}

function toEntry(root: string, path: string): string {
  return path.startsWith('build/') ? resolve(root, path) : path;
}
