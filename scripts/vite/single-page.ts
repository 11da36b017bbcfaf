import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { buildBeside } from './build-beside.ts';
import { css } from './css.ts';

/**
 * Modules that a single page replaces: the tokenizer's megabyte by an estimate that is rather too high, formulas by their source, and a list of domains that only imports use.
 */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^gpt-tokenizer\//, 'export const countTokens = (text) => Math.ceil(new TextEncoder().encode(text).length / 3);'],
  [/^temml$/, 'export default {};'],
  [/crawl\/queue\/same-domain\.ts$/, 'export const isSameDomain = () => false;'],
];
const PREFIX = '\0quire-page:';

/** `assets/later/page-<hash>.js`: app and engine as one classic script, which *Single page* puts into an HTML file. */
export function singlePage(): Plugin {
  let root = '';
  return {
    name: 'quire-single-page',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      const source = await buildPage(root);
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `assets/later/page-${hash}.js`, source });
    },
  };
}

async function buildPage(root: string): Promise<string> {
  const files = await buildBeside(root, {
    css,
    plugins: [react(), replaceParts()],
    build: {
      // A classic script would add its styles itself, which the page's policy refuses and a worker cannot; the page has them from the app.
      cssCodeSplit: false,
      rolldownOptions: {
        input: resolve(root, 'src/page.ts'),
        // A classic script has none.
        transform: { define: { 'import.meta': '{}' } },
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const chunks = files.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const [only] = chunks;
  if (only === undefined || chunks.length > 1 || only.code.includes('</script'))
    throw new Error('the script of a single page must be one file that HTML can contain');
  return only.code;
}

function replaceParts(): Plugin {
  return {
    name: 'quire-page-parts',
    enforce: 'pre',
    resolveId(source) {
      const index = REPLACED.findIndex(([pattern]) => pattern.test(source));
      return index < 0 ? undefined : `${PREFIX}${index}`;
    },
    load(id) {
      return id.startsWith(PREFIX) ? REPLACED[Number(id.slice(PREFIX.length))]?.[1] : undefined;
    },
  };
}
