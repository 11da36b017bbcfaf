import { expect, test } from '../../support/app-test.ts';
import { startCorsServer } from '../../support/cors-server.ts';
import { captureWorkers, injectEverywhere, probeCode } from '../../support/worker-injection.ts';

interface Probe {
  readonly fetched: string;
  readonly evaluated: string;
}

test('page, engine worker and ingest worker can neither reach another origin nor eval [S19]', async ({
  page,
  context,
  consoleGuard,
}) => {
  // Here the violations are what is asked for.
  consoleGuard.allow(/violation/, /Content.Security.Policy/i, /CSP/, /eval/, /Trusted/, /blocked/);
  const foreign = await startCorsServer();
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
      [name, foreign.url] as const,
    );
    expect(answer, name).toMatchObject({ fetched: 'blocked', evaluated: 'blocked' });
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
    foreign.url,
  );
  expect(inPage, 'page').toMatchObject({ fetched: 'blocked', evaluated: 'blocked' });
  expect(foreign.requests).toEqual([]);
  await foreign.stop();
});
