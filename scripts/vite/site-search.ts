import { resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { buildBeside } from './build-beside.ts';

/** `quire-search.js`, the search box for any page, and in a folder of its own what it loads with the first key. */
export function siteSearch(): Plugin {
  let root = '';
  return {
    name: 'quire-site-search',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      for (const file of await buildSearch(root))
        this.emitFile({
          type: 'asset',
          fileName: file.fileName,
          source: file.type === 'chunk' ? file.code : file.source,
        });
    },
  };
}

const FOLDER = 'assets/later/search/';

function buildSearch(root: string): Promise<Rollup.RollupOutput['output']> {
  return buildBeside(root, {
    build: {
      rolldownOptions: {
        input: resolve(root, 'src/embed/quire-search.ts'),
        output: {
          entryFileNames: 'quire-search.js',
          chunkFileNames: `${FOLDER}[name]-[hash].js`,
          codeSplitting: { groups: [] },
        },
      },
    },
  });
}
