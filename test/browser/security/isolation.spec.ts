import { expect, openSite, test } from '../../support/app-test.ts';
import { captureWorkers, injectEverywhere, probeCode } from '../../support/worker-injection.ts';

interface Probe {
  readonly fetched: string;
  readonly evaluated: string;
  /** Reported by workers. */
  readonly webrtc?: string;
}

test('page and workers can neither reach another origin nor eval [S19]', async ({ page, context, consoleGuard }) => {
  // This test causes the violations.
  consoleGuard.allow(/violation/, /Content.Security.Policy/i, /CSP/, /eval/, /Trusted/, /blocked/);
  // Any origin may read it: only the CSP blocks a script.
  const foreign = await openSite({ '*': 'hello' });
  await captureWorkers(context);
  await injectEverywhere(context, probeCode);
  await page.goto('./');
  await expect(page.getByRole('status', { name: 'Engine' })).toHaveText('worker, wasm simd');
  // The first ingest starts the ingest workers.
  await page.getByRole('button', { name: 'Open sample' }).click();
  await page.waitForFunction(() => 'quire ingest 0' in (window as unknown as { __workers: object }).__workers);

  for (const name of ['quire engine', 'quire ingest 0']) {
    const answer = await page.evaluate(
      ([workerName, url]) =>
        new Promise<Probe>((resolve) => {
          const { __workers } = window as unknown as { __workers: Record<string, Worker> };
          const worker = __workers[workerName as string] as Worker;
          worker.addEventListener('message', ({ data }) => data.type === 'probe' && resolve(data));
          worker.postMessage({ type: 'probe', probe: url });
        }),
      [name, foreign.origin] as const,
    );
    expect(answer, name).toMatchObject({ fetched: 'blocked', evaluated: 'blocked', webrtc: 'undefined' });
  }

  const inPage = await page.evaluate(
    (url) =>
      new Promise<Probe>((resolve) => {
        // In a task of the page's own: what the test driver runs itself may be exempt.
        setTimeout(async () => {
          const fetched = await fetch(url).then(
            () => 'allowed',
            () => 'blocked',
          );
          let evaluated = 'blocked';
          try {
            evaluated = new Function('return "allowed"')() as string;
          } catch {
            // Blocked, as it should be.
          }
          resolve({ fetched, evaluated });
        });
      }),
    foreign.origin,
  );
  expect(inPage, 'page').toMatchObject({ fetched: 'blocked', evaluated: 'blocked' });
  expect(foreign.requests).toEqual([]);
});
