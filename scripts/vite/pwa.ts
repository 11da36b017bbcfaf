import { createHash } from 'node:crypto';
import { VitePWA } from 'vite-plugin-pwa';
import { isLater } from '../../src/pwa/later-files.ts';
import { APP_FILES, LLMS_TXT } from './app-files.ts';

const icon = (size: string, purpose: 'any' | 'maskable', src: string) => ({
  src,
  sizes: size,
  purpose,
  type: 'image/png',
});

/** The list does not contain `size`. */
function withBytes<T extends { url: string; size: number }>(entry: T): T {
  return isLater(`/${entry.url}`) ? { ...entry, bytes: entry.size } : entry;
}

/** The list of the app's files is written last; it changes only when they do. */
function toListEntry(entries: readonly { url: string; revision: string | null }[]) {
  const all = entries.map(({ url, revision }) => `${url} ${revision}`).sort();
  return { url: APP_FILES, revision: createHash('md5').update(all.join('\n')).digest('hex'), size: 0 };
}

/** Builds our service worker with the list of built files; registration is in `src/pwa`. */
export function pwa() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/pwa',
    filename: 'service-worker.ts',
    injectRegister: null,
    manifestFilename: 'manifest.webmanifest',
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,wasm,svg,png,json,txt,webmanifest,woff2,bin}'],
      // Added by hand: at this point the file may still be from an older build.
      globIgnores: ['_headers', APP_FILES, LLMS_TXT],
      // The largest grammar has 5 MB; workbox silently skips files over 2 MiB.
      maximumFileSizeToCacheInBytes: 32 * 1024 * 1024,
      // Names with a hash need no revision: copies of an older version are reused.
      dontCacheBustURLsMatching: /^assets\//,
      // The app shows how much there is to store before it is fetched.
      manifestTransforms: [
        (entries) => ({ manifest: [...entries.map(withBytes), toListEntry(entries)], warnings: [] }),
      ],
      rollupFormat: 'iife',
      minify: true,
    },
    manifest: {
      id: './',
      name: 'Quire',
      short_name: 'Quire',
      description: 'Folders and documentation sites as an offline, searchable, model-ready collection.',
      start_url: './',
      scope: './',
      display: 'standalone',
      background_color: '#fbfaf7',
      theme_color: '#fbfaf7',
      launch_handler: { client_mode: 'focus-existing' },
      file_handlers: [
        {
          action: './',
          accept: {
            'text/markdown': ['.md', '.markdown', '.mdx'],
            'text/plain': ['.txt'],
            'application/json': ['.json', '.jsonl', '.ipynb'],
            'application/zip': ['.zip'],
            'application/x-tar': ['.tar', '.tgz'],
          },
        },
      ],
      // Handled by the service worker (src/pwa/shared-files.ts); nothing reaches the host.
      share_target: {
        action: './share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: {
          title: 'title',
          text: 'text',
          url: 'url',
          files: [
            {
              name: 'files',
              accept: ['text/*', '.md', '.mdx', '.json', 'application/json', '.zip', 'application/zip', '.tar', '.tgz'],
            },
          ],
        },
      },
      icons: [
        icon('192x192', 'any', 'icons/icon-192.png'),
        icon('512x512', 'any', 'icons/icon-512.png'),
        icon('512x512', 'maskable', 'icons/icon-maskable-512.png'),
        { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ],
    },
  });
}
