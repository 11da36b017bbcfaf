import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appFiles } from './scripts/vite/app-files.ts';
import { bundledDocs } from './scripts/vite/bundled-docs.ts';
import { css, keepStyles } from './scripts/vite/css.ts';
import { licences } from './scripts/vite/licences.ts';
import { packedFiles } from './scripts/vite/packed-files.ts';
import { pwa } from './scripts/vite/pwa.ts';
import { sharedModules } from './scripts/vite/shared-modules.ts';
import { singlePage } from './scripts/vite/single-page.ts';
import { siteSearch } from './scripts/vite/site-search.ts';
import { withoutCsp } from './scripts/vite/without-csp.ts';

/** The text recognition with its languages, and what drawing a PDF needs: fetched on request only. */
const requestedNames = /tesseract|traineddata|pdfjs-(drawing|fonts)/;
/**
 * Grammars, stemmers, pdf.js, tokenizer, formulas, pages of PDFs, MCP server and JS kernel get a folder of their own: src/pwa/later-files.ts knows
 * them by it.
 */
const laterNames =
  /stemmers|tree-sitter|pdfjs|gpt-tokenizer|mcp-server|(formula|page-view)\.tsx|open-pdf|slide-pictures|kernel\.js$/;
/**
 * The engine in the page, for browsers where no worker starts, with what it loads later, and the readers of documents that it shares with the
 * pictures of slides.
 */
const pageEngine =
  /\/(local-engine|thread-leaf-maker|same-domain|read-pptx)\.ts$|\/src\/(engine|export|html|citations|publish)\//;

const LATER_CHUNK = 'assets/later/[name]-[hash].js';

/** Without this, what later modules share with the start becomes dozens of small files, each of which the start would wait for. */
const codeSplitting = { groups: [{ name: 'start', tags: ['$initial' as const] }] };

export default defineConfig({
  base: './',
  css,
  plugins: [
    sharedModules(),
    react(),
    keepStyles(),
    singlePage(),
    siteSearch(),
    bundledDocs(),
    licences(),
    packedFiles(),
    pwa(),
    withoutCsp(),
    appFiles(),
  ],
  worker: {
    format: 'es',
    plugins: () => [sharedModules()],
    rolldownOptions: {
      checks: { eval: false },
      output: { entryFileNames: toEntryName, chunkFileNames: toChunkName, assetFileNames: toAssetName, codeSplitting },
    },
  },
  build: {
    target: 'es2022',
    // A wasm file as a data: URL would be refused by connect-src.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A single page has all styles in it.
    cssCodeSplit: false,
    // Workers are fetched once and kept; the first load has its own test (test/browser/start/first-load.spec.ts).
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      // web-tree-sitter has an eval that is never reached; the CSP would stop it.
      checks: { eval: false },
      // Class names of CSS modules are written where they are used.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        chunkFileNames: (chunk) =>
          pageEngine.test(chunk.facadeModuleId ?? chunk.moduleIds.at(-1) ?? '') ? LATER_CHUNK : toChunkName(chunk),
        assetFileNames: toAssetName,
        codeSplitting,
      },
    },
  },
});

/** Workers that reach other hosts have folders of their own because public/_headers gives them their own policies. */
function toEntryName({ name }: { name: string }): string {
  if (name === 'ocr-worker' || name === 'pdf-worker') return LATER_CHUNK;
  const folder = name === 'crawl-worker' ? 'crawl/' : name === 'model-worker' ? 'model/' : '';
  return `assets/${folder}[name]-[hash].js`;
}

function toChunkName(chunk: { facadeModuleId: string | null }): string {
  if (requestedNames.test(chunk.facadeModuleId ?? '')) return 'assets/requested/[name]-[hash].js';
  return laterNames.test(chunk.facadeModuleId ?? '') ? LATER_CHUNK : 'assets/[name]-[hash].js';
}

function toAssetName(asset: { names: string[] }): string {
  // As .gz, some hosts would expand them, and others not.
  if (asset.names.some((name) => name.endsWith('.traineddata.gz'))) return 'assets/requested/[name]-[hash].bin';
  if (asset.names.some((name) => requestedNames.test(name))) return 'assets/requested/[name]-[hash][extname]';
  const isLater = asset.names.some((name) => laterNames.test(name));
  return isLater ? 'assets/later/[name]-[hash][extname]' : 'assets/[name]-[hash][extname]';
}
