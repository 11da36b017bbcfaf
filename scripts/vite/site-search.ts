import { resolve } from 'node:path';
import { build, type Plugin, type Rollup } from 'vite';

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

async function buildSearch(root: string): Promise<Rollup.RollupOutput['output']> {
  const built = (await build({
    root,
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      write: false,
      modulePreload: false,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input: resolve(root, 'src/embed/quire-search.ts'),
        output: {
          entryFileNames: 'quire-search.js',
          chunkFileNames: `${FOLDER}[name]-[hash].js`,
          codeSplitting: { groups: [] },
        },
      },
    },
  })) as Rollup.RollupOutput;
  return built.output;
}
