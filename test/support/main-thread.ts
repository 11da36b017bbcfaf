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
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  try {
    await work();
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
  return toMainThread(readEvents(await browser.stopTracing()));
}

/** A trace of a minute is longer than a string may be; Chromium writes one event a line. */
function readEvents(trace: Buffer): readonly TraceEvent[] {
  const events: TraceEvent[] = [];
  for (let from = 0; from < trace.length; ) {
    const end = trace.indexOf(10, from);
    const to = end < 0 ? trace.length : end;
    const line = trace.toString('utf8', from, to);
    if (line.includes('"RunTask"') || line.includes('"thread_name"')) {
      const start = line.indexOf('{"', line.startsWith('{"traceEvents"') ? 1 : 0);
      events.push(JSON.parse(line.slice(start, line.lastIndexOf('}') + 1)) as TraceEvent);
    }
    from = to + 1;
  }
  return events;
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
