import chinese from '@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz?url';
import german from '@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz?url';
import english from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import french from '@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz?url';
import italian from '@tesseract.js-data/ita/4.0.0_best_int/ita.traineddata.gz?url';
import japanese from '@tesseract.js-data/jpn/4.0.0_best_int/jpn.traineddata.gz?url';
import korean from '@tesseract.js-data/kor/4.0.0_best_int/kor.traineddata.gz?url';
import dutch from '@tesseract.js-data/nld/4.0.0_best_int/nld.traineddata.gz?url';
import polish from '@tesseract.js-data/pol/4.0.0_best_int/pol.traineddata.gz?url';
import portuguese from '@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz?url';
import spanish from '@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz?url';
import ukrainian from '@tesseract.js-data/ukr/4.0.0_best_int/ukr.traineddata.gz?url';
import coreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url';
import { within } from '../../lib/async/within.ts';
import type { OcrLanguage } from '../../model/recognised.ts';
import type { OcrSource } from '../../ocr/recogniser.ts';
import { LOAD_MS, readBytes } from './read-bytes.ts';

const urls: Readonly<Record<OcrLanguage, string>> = {
  eng: english,
  deu: german,
  fra: french,
  spa: spanish,
  ita: italian,
  por: portuguese,
  nld: dutch,
  pol: polish,
  ukr: ukrainian,
  chi_sim: chinese,
  jpn: japanese,
  kor: korean,
};

/** Fetched with the first page of their language, and cached by the service worker from then on. */
export const ocrSource: OcrSource = {
  async startCore() {
    const [{ default: start }, wasmBinary] = await Promise.all([
      within(LOAD_MS, import('tesseract.js-core/tesseract-core-simd-lstm.js')),
      readBytes(coreUrl),
    ]);
    // Its messages may quote the page.
    return start({ wasmBinary, print: () => undefined, printErr: () => undefined });
  },
  language: (code) => readBytes(urls[code]),
};
