import type { BrowserContext, ConsoleMessage, Page, Worker } from '@playwright/test';

/** Collects everything a careful person would see in the consoles: page, workers, service worker, CSP violations, uncaught errors. */
export interface ConsoleGuard {
  readonly lines: readonly string[];
  /** Lines matching any of these are expected by the test (a blocked worker script is a 404 in the console). */
  allow(...patterns: RegExp[]): void;
  unexpected(): readonly string[];
}

/**
 * Runs before the service worker's script, because no driver sees that console in Firefox: it sends console lines, errors and policy violations to
 * the pages, whose guard records them.
 */
export const tellConsole = `
{
  const channel = new BroadcastChannel('quire test console');
  const tell = (text) => channel.postMessage('service worker ' + text);
  for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
    const write = console[level].bind(console);
    console[level] = (...values) => { tell(level + ': ' + values.join(' ')); write(...values); };
  }
  addEventListener('error', (event) => tell('uncaught: ' + event.message));
  addEventListener('unhandledrejection', (event) => tell('uncaught: ' + event.reason));
  addEventListener('securitypolicyviolation', (event) => tell('violation: ' + event.violatedDirective + ' ' + event.blockedURI));
}
`;

export async function guardConsole(context: BrowserContext): Promise<ConsoleGuard> {
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  const take = (from: string) => (message: ConsoleMessage) => {
    lines.push(`${from} ${message.type()}: ${message.text()} (${message.location().url})`);
  };
  const watchWorker = (from: string) => (worker: Worker) => {
    worker.on('console', take(from));
  };
  const watchPage = (page: Page) => {
    page.on('crash', () => lines.push('page crashed'));
    page.on('worker', watchWorker('worker'));
  };

  // A page whose listener is only a console line would miss Firefox, which does not report CSP there.
  await context.exposeBinding('__quireViolation', (_, text: string) => {
    lines.push(`violation: ${text}`);
  });
  await context.exposeBinding('__quireHeard', (_, text: string) => void lines.push(text));
  await context.addInitScript(() => {
    const report = (event: SecurityPolicyViolationEvent | CustomEvent<string>) => {
      const text =
        event instanceof CustomEvent
          ? event.detail
          : `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`;
      (window as unknown as { __quireViolation(text: string): void }).__quireViolation(text);
    };
    addEventListener('securitypolicyviolation', report);
    // Workers tell the page about theirs; see src/thread/page/spawn-worker.ts.
    addEventListener('quire:worker-violation', report as EventListener);
    // Opened before the app's own scripts, so before the service worker starts.
    new BroadcastChannel('quire test console').addEventListener('message', ({ data }) =>
      (window as unknown as { __quireHeard(text: string): void }).__quireHeard(data),
    );
  });
  context.on('console', take('page'));
  context.on('weberror', (error) => lines.push(`uncaught: ${error.error().message}`));
  context.on('serviceworker', watchWorker('service worker'));
  context.on('page', watchPage);
  for (const page of context.pages()) watchPage(page);
  for (const worker of context.serviceWorkers()) watchWorker('service worker')(worker);

  return {
    lines,
    allow: (...patterns) => void allowed.push(...patterns),
    unexpected: () => lines.filter((line) => !allowed.some((pattern) => pattern.test(line))),
  };
}
