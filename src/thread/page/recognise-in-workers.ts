import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { RecognisedPage, RecognisePage, RecogniseRequest } from '../../model/recognised.ts';
import type { OcrAnswer } from '../workers/ocr-worker.ts';
import ocrWorkerUrl from '../workers/ocr-worker.ts?worker&url';
import { spawnWorker } from './spawn-worker.ts';

/** A worker takes about 250 MB. */
const MAX_WORKERS = 4;

/** Pages recognised at once. */
export const ocrWorkers = Math.min(MAX_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

/** Idle workers are ended after this time, with their memory. */
const IDLE_MS = 20_000;

const idle = new Set<Worker>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Recognises a page in a worker of its own, and ends the worker if the page takes too long or ends it. */
export const recognisePage: RecognisePage = async (request) => {
  clearTimeout(timer);
  const [worker = spawnWorker(ocrWorkerUrl, 'quire text recognition')] = idle;
  idle.delete(worker);
  try {
    const page = await ask(worker, request);
    idle.add(worker);
    return page;
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    timer = setTimeout(endIdle, IDLE_MS);
  }
};

function endIdle(): void {
  for (const worker of idle) worker.terminate();
  idle.clear();
}

function ask(worker: Worker, request: RecogniseRequest): Promise<RecognisedPage> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new AppError('ocr/page-failed', 'a page could not be recognised', { page: request.page, reason }));
    const slow = setTimeout(() => fail('too slow'), LIMITS.ocrPageMs);
    worker.onmessage = ({ data }: MessageEvent<OcrAnswer | { readonly type: string }>) => {
      // A violation of the policy, told by the script that starts the worker.
      if ('type' in data) return;
      clearTimeout(slow);
      if ('unavailable' in data)
        reject(
          new AppError('ocr/unavailable', 'the text recognition could not be loaded', { reason: data.unavailable }),
        );
      else if ('failed' in data) fail('damaged');
      else resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(slow);
      reject(
        new AppError('ocr/unavailable', 'the text recognition did not start', {
          reason: 'its script could not be loaded',
        }),
      );
    };
    worker.postMessage(request);
  });
}
