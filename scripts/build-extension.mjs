/**
 * `npm run build:extension [-- origin …]`: builds the companion extension into build/extension/chromium and build/extension/firefox,
 * for the app at these origins. Without any, for the app that `npm start` serves.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'vite';
import { START_PORTS } from './static-server.mjs';

const out = process.env.QUIRE_EXTENSION ?? 'build/extension';
const given = process.argv.slice(2);
const local = START_PORTS.flatMap((port) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`]);
const origins = (given.length > 0 ? given : local).map((text) => new URL(text).origin);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const chromium = `${out}/chromium`;
for (const name of ['background', 'content', 'popup']) await bundle(name);
for (const name of ['popup.html', 'popup.css']) copyFileSync(`extension/${name}`, `${chromium}/${name}`);
copyFileSync('public/icons/icon-192.png', `${chromium}/icon-192.png`);
cpSync(chromium, `${out}/firefox`, { recursive: true });
writeManifest(chromium, (url) => url.host);
// Firefox refuses ports in patterns; the scripts compare whole origins.
writeManifest(`${out}/firefox`, (url) => url.hostname);
console.log(`The extension for ${origins.join(', ')} is in ${out}`);

/** @param {string} name */
function bundle(name) {
  return build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { APP_ORIGINS: JSON.stringify(origins) },
    build: {
      outDir: chromium,
      emptyOutDir: false,
      target: 'es2022',
      // Users can read the scripts they install.
      minify: false,
      lib: { entry: `extension/${name}.ts`, formats: ['iife'], name: `quire_${name}`, fileName: () => `${name}.js` },
    },
  });
}

/**
 * @param {string} folder
 * @param {(url: URL) => string} toHost
 */
function writeManifest(folder, toHost) {
  const manifest = JSON.parse(readFileSync('extension/manifest.json', 'utf8'));
  const urls = origins.map((origin) => new URL(origin));
  const matches = [...new Set(urls.map((url) => `${url.protocol}//${toHost(url)}/*`))];
  manifest.host_permissions = matches;
  for (const script of manifest.content_scripts) script.matches = matches;
  writeFileSync(`${folder}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
}
