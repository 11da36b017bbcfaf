import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { isRequested } from '../../src/pwa/later-files.ts';

/** Next to index.html. */
export const APP_FILES = 'app-files.json';
const HEADERS = '_headers';
/** About the app. A published folder has its own at this place, or none, so the app neither copies nor stores this one. */
export const LLMS_TXT = 'llms.txt';

/** `app-files.json`: the files that the app copies when it publishes itself with a collection. Written after all others. */
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
          .filter((entry) => entry.isFile())
          .map((entry) => relative(outDir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
          // A published page imports nothing.
          .filter((path) => !isRequested(`/${path}`));
        // The list is a file of the app too: the service worker of a published app stores it like any other.
        const list = {
          files: [...new Set([...files, APP_FILES])].filter((path) => path !== HEADERS && path !== LLMS_TXT).sort(),
          // Hosts that interpret this file do not serve it.
          texts: { [HEADERS]: readFileSync(join(outDir, HEADERS), 'utf8') },
        };
        writeFileSync(join(outDir, APP_FILES), JSON.stringify(list));
      },
    },
  };
}
