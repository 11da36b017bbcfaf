import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { createRecogniser, type TesseractCore } from '../../src/ocr/recogniser.ts';

const require = createRequire(import.meta.url);
const CORE = 'tesseract.js-core/tesseract-core-simd-lstm';

/** Tesseract as the app has it. */
export const nodeOcr = createRecogniser({
  async startCore() {
    const start: (options: object) => Promise<TesseractCore> = require(`${CORE}.js`);
    const wasmBinary = await readFile(require.resolve(`${CORE}.wasm`));
    return start({ wasmBinary, print: () => undefined, printErr: () => undefined });
  },
  language: async (code) =>
    gunzipSync(await readFile(require.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`))),
});
