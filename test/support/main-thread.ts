import type { Browser, Page } from '@playwright/test';

export interface MainThread {
  /** Tasks the page's main thread ran while it was watched. */
  readonly tasks: number;
  /** CPU time of the longest of them: waiting for a core does not count. */
  readonly longestMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Chromium's own trace of the page's main thread while `work` runs. */
export async function watchMainThread(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] });
  try {
    await work();
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return toMainThread(traceEvents);
}

/** Of several renderers (an extension, a spare one) the page's is the one that worked. */
function toMainThread(events: readonly TraceEvent[]): MainThread {
  const mains = events
    .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => {
      const tasks = events.filter(
        (event) => event.name === 'RunTask' && event.ph === 'X' && event.pid === pid && event.tid === tid,
      );
      // CPU time of a task without one is not known: it must not pass for a quick one.
      const longestMs = tasks.reduce((longest, { tdur }) => Math.max(longest, (tdur ?? Number.NaN) / 1000), 0);
      return { tasks: tasks.length, longestMs };
    });
  const busiest = mains.sort((a, b) => b.tasks - a.tasks)[0];
  if (busiest === undefined) throw new Error('the trace holds no main thread');
  return busiest;
}
