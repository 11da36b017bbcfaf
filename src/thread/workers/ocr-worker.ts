import drawingUrl from '../../../build/pdf/pdfjs-drawing.bin?url';
import { isAppError } from '../../model/app-error.ts';
import type { RecognisedPage, RecogniseRequest } from '../../model/recognised.ts';
import { createDrawPage } from '../../ocr/draw-page.ts';
import { createRecogniser } from '../../ocr/recogniser.ts';
import { ocrSource } from '../local/ocr-source.ts';
import { pdfSource } from '../local/pdf-source.ts';
import { readBytes } from '../local/read-bytes.ts';

/** `unavailable`: nothing can be recognised, for that reason. `failed`: this page cannot. */
export type OcrAnswer = RecognisedPage | { readonly unavailable: string } | { readonly failed: true };

const drawPage = createDrawPage({ ...pdfSource, drawing: () => readBytes(drawingUrl) });
const recogniser = createRecogniser(ocrSource);

addEventListener('message', async ({ data }: MessageEvent<RecogniseRequest>) => {
  postMessage(await answer(data));
});

async function answer(request: RecogniseRequest): Promise<OcrAnswer> {
  try {
    const picture = await drawPage(request);
    return { page: request.page, ...(await recogniser.recognise(picture, request.languages)) };
  } catch (error) {
    if (isAppError(error) && error.code === 'ocr/unavailable')
      return { unavailable: String(error.details.reason ?? error.message) };
    // Its message may quote the file.
    return { failed: true };
  }
}
