// Makes pdf.js fit for the ingest worker: it starts nothing on its own, and its character maps are one file; so are the image decoders and the fonts that drawing needs.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildOnce } from './build-once.mjs';
import { patchPdfWorker, replaceOnce } from './patch-pdf-worker.mjs';

const self = fileURLToPath(import.meta.url);
const root = resolve(dirname(self), '..');
const library = join(root, 'node_modules', 'pdfjs-dist');

/** Resolves to the paths of the library, of its other half, of the character maps, and of what drawing needs: image decoders and fonts. */
export function buildPdf() {
  return buildOnce({
    dir: join(root, 'build', 'pdf'),
    files: {
      api: 'pdfjs-api.js',
      worker: 'pdfjs-worker.js',
      maps: 'pdfjs-maps.bin',
      drawing: 'pdfjs-drawing.bin',
      fonts: 'pdfjs-fonts.bin',
    },
    stamp: hashSources,
    build: async () => ({
      api: patchApi(readFileSync(join(library, 'legacy/build/pdf.min.mjs'), 'utf8')),
      worker: withoutMap(await patchPdfWorker(readFileSync(join(library, 'legacy/build/pdf.worker.mjs'), 'utf8'))),
      maps: packFiles('cmaps', /\.bcmap$/),
      drawing: packFiles('wasm', /\.wasm$/),
      fonts: packFiles('standard_fonts', /\.(pfb|ttf)$/),
    }),
  });
}

function hashSources() {
  const hash = createHash('sha256').update(readFileSync(join(library, 'package.json')));
  for (const path of [self, join(dirname(self), 'patch-pdf-worker.mjs')]) hash.update(readFileSync(path));
  return hash.digest('hex');
}

/** Under Node it would warn about a missing canvas, although no page is ever drawn. */
function patchApi(source) {
  const start = 'if(i){let t;try{const e=process.getBuiltinModule("module").createRequire(import.meta.url)';
  return withoutMap(replaceOnce(source, start, start.replace('if(i)', 'if(false)')));
}

function withoutMap(source) {
  return source.replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

/** u32 length of a JSON list of [name, length], the list, and the files one behind the other. */
function packFiles(folder, pattern) {
  const names = readdirSync(join(library, folder))
    .filter((name) => pattern.test(name))
    .sort();
  const files = names.map((name) => readFileSync(join(library, folder, name)));
  const list = Buffer.from(JSON.stringify(names.map((name, i) => [name, files[i].length])));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(list.length);
  return Buffer.concat([head, list, ...files]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildPdf().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
