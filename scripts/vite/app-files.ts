import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** `app-files.json`: what a page copies when it publishes itself with a collection. Written when everything else is. */
export function appFiles(): Plugin {
  let outDir = 'dist';
  return {
    name: 'quire-app-files',
    apply: 'build',
    configResolved(config) {
      if (!config.isWorker) outDir = config.build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'app-files.json')
          .map((entry) => relative(outDir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
          .sort();
        writeFileSync(join(outDir, 'app-files.json'), JSON.stringify(files));
      },
    },
  };
}
