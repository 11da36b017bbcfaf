import { LIMITS } from '../../model/limits.ts';
import type { PdfPages, PlacedText } from '../../model/pdf-pages.ts';
import type { PdfAnswer, PdfRequest } from '../workers/pdf-worker.ts';
import pdfWorkerUrl from '../workers/pdf-worker.ts?worker&url';
import { spawnWorker } from './spawn-worker.ts';

interface Asked {
  readonly request: PdfRequest;
  readonly urgency: number;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: PdfAnswer | Error) => void;
}

const [THUMBNAIL, PAGE, TEXT, OPEN] = [0, 1, 2, 3];

/** Opens a PDF in a worker of its own, which the signal ends. Every call rejects where pdf.js fails or takes too long. */
export async function openPdf(file: Blob, signal: AbortSignal): Promise<PdfPages> {
  let worker: Worker | undefined;
  let isBusy = false;
  const waiting: Asked[] = [];
  const end = () => {
    worker?.terminate();
    worker = undefined;
  };
  signal.addEventListener('abort', end);

  const runNext = async (): Promise<void> => {
    if (isBusy) return;
    const most = Math.max(...waiting.map(({ urgency }) => urgency));
    const next = waiting.findLast(({ urgency }) => urgency === most);
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    isBusy = true;
    next.settle(signal.aborted || next.signal?.aborted ? new Error('not needed') : await answer(next.request));
    isBusy = false;
    void runNext();
  };
  const answer = async (request: PdfRequest): Promise<PdfAnswer | Error> => {
    const isNew = worker === undefined;
    worker ??= spawnWorker(pdfWorkerUrl, 'quire pages');
    // A page that took too long ended the worker: a new one draws the others.
    if (isNew && !('open' in request)) await post(worker, { open: file }, signal);
    const given = await post(worker, request, signal);
    if (given instanceof Error) end();
    return given;
  };
  const ask = <T extends PdfAnswer>(request: PdfRequest, urgency: number, cancel?: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      const settle = (given: PdfAnswer | Error) => {
        if (given instanceof Error) reject(given);
        else if ('failed' in given) reject(new Error('damaged'));
        else resolve(given as T);
      };
      waiting.push({ request, urgency, signal: cancel, settle });
      void runNext();
    });

  const { sizes } = await ask<{ readonly sizes: PdfPages['sizes'] }>({ open: file }, OPEN);
  return {
    sizes,
    draw: (page, { scale, isThumbnail }, cancel) => ask({ page, scale }, isThumbnail ? THUMBNAIL : PAGE, cancel),
    readText: (page) => ask<readonly PlacedText[]>({ page }, TEXT),
  };
}

/** Resolves to an error if the worker gives no answer. */
function post(worker: Worker, request: PdfRequest, signal: AbortSignal): Promise<PdfAnswer | Error> {
  return new Promise((resolve) => {
    const finish = (answer: PdfAnswer | Error) => {
      clearTimeout(slow);
      signal.removeEventListener('abort', onAbort);
      resolve(answer);
    };
    const onAbort = () => finish(new Error('closed'));
    const slow = setTimeout(() => finish(new Error('too slow')), LIMITS.pdfPageMs);
    signal.addEventListener('abort', onAbort);
    worker.onmessage = ({ data }: MessageEvent<PdfAnswer | { readonly type: string }>) => {
      // A violation of the policy, told by the script that starts the worker.
      if (!('type' in data)) finish(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      finish(new Error('its script could not be loaded'));
    };
    worker.postMessage(request);
  });
}
