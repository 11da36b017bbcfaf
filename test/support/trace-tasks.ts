import type { CDPSession, Page } from '@playwright/test';

export interface TracedTasks {
  readonly tasks: number;
  /** CPU time of the longest of them: waiting for a core does not count. */
  readonly longestMs: number;
}

/**
 * Traces the main thread's tasks while `work` runs. It reads the trace in pieces, because a trace of some
 * minutes is larger than a string can be.
 */
export async function traceTasks(page: Page, work: () => Promise<void>): Promise<TracedTasks> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const client = await browser.newBrowserCDPSession();
  const traceConfig = {
    recordMode: 'recordUntilFull' as const,
    traceBufferSizeInKb: 2_000_000,
    includedCategories: ['disabled-by-default-devtools.timeline'],
    excludedCategories: ['*'],
  };
  await client.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig });
  const ended = new Promise<string>((resolve) =>
    client.once('Tracing.tracingComplete', ({ stream }) => resolve(stream as string)),
  );
  try {
    await work();
  } finally {
    await client.send('Tracing.end');
  }
  const found = await readTasks(client, await ended);
  await client.detach();
  return found;
}

interface ThreadTasks {
  tasks: number;
  longestUs: number;
  isMain: boolean;
}

/** Among several renderers (an extension, a spare one), the page's has the most tasks. */
async function readTasks(client: CDPSession, handle: string): Promise<TracedTasks> {
  const threads = new Map<string, ThreadTasks>();
  let rest = '';
  for (let eof = false; !eof; ) {
    const piece = await client.send('IO.read', { handle, size: 4 << 20 });
    eof = piece.eof;
    const lines = (rest + (piece.base64Encoded ? Buffer.from(piece.data, 'base64').toString() : piece.data)).split(
      '\n',
    );
    rest = eof ? '' : (lines.pop() as string);
    for (const line of lines) addEvent(threads, line);
  }
  await client.send('IO.close', { handle });
  const mains = [...threads.values()].filter(({ isMain }) => isMain).sort((a, b) => b.tasks - a.tasks);
  if (mains[0] === undefined) throw new Error('the trace holds no main thread');
  if (mains[0].longestUs === 0) throw new Error('the trace holds no times');
  return { tasks: mains[0].tasks, longestMs: mains[0].longestUs / 1000 };
}

function addEvent(threads: Map<string, ThreadTasks>, line: string): void {
  const isTask = line.includes('"name":"RunTask"');
  const isName = line.includes('"name":"CrRendererMain"');
  if (!isTask && !isName) return;
  const key = `${/"pid":([0-9]+)/.exec(line)?.[1]} ${/"tid":([0-9]+)/.exec(line)?.[1]}`;
  const thread = threads.get(key) ?? { tasks: 0, longestUs: 0, isMain: false };
  threads.set(key, thread);
  if (isName) thread.isMain = true;
  if (!isTask) return;
  thread.tasks++;
  // Where the thread's clock did not move Chromium writes no CPU time: then the task's whole time is the most it can have had.
  const time = /"tdur":([0-9]+)/.exec(line) ?? /"dur":([0-9]+)/.exec(line);
  // One that has not ended has neither.
  thread.longestUs = Math.max(thread.longestUs, Number(time?.[1] ?? 0));
}
