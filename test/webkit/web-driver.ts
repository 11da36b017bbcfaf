import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebKitPlace } from '../../scripts/find-browser.mjs';

/** A page of MiniBrowser, driven by WebKitGTK's own driver over plain WebDriver calls. */
export interface WebKitPage {
  goTo(url: string): Promise<void>;
  /** Runs a function in the page; what it takes and gives is copied as JSON. A promise is waited for. */
  evaluate<Args extends unknown[], T>(run: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>;
  /** Waits for an element by XPath and clicks it as a person would. */
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  /** Waits until the text of the page matches, and gives it. */
  waitForText(pattern: RegExp): Promise<string>;
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;

export async function openWebKit(place: WebKitPlace): Promise<WebKitPage> {
  const port = await findFreePort();
  const server = spawn(place.display, ['-a', place.driver, `--port=${port}`], {
    // A group of its own, so that display, driver and browser end together.
    detached: true,
    stdio: 'ignore',
    // Its sandbox needs namespaces that containers do not give.
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  try {
    const root = `http://127.0.0.1:${port}`;
    await waitFor(() => call(root, 'GET', '/status').then(() => true));
    const { sessionId } = await call<{ sessionId: string }>(root, 'POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: place.browser, args: ['--automation'] } },
      },
    });
    return createPage(`${root}/session/${sessionId}`, server);
  } catch (error) {
    end(server);
    throw error;
  }
}

function createPage(session: string, server: ChildProcess): WebKitPage {
  const post = <T>(path: string, body: object) => call<T>(session, 'POST', path, body);
  const find = (xpath: string) =>
    waitFor(async () => {
      const found = await post<Record<string, string>>('/element', { using: 'xpath', value: xpath });
      return Object.values(found)[0];
    }, xpath);
  const page: WebKitPage = {
    goTo: (url) => post('/url', { url }),
    evaluate: async (run, ...args) => {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve((${run})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = await post<{ value: never; error?: string }>('/execute/async', { script, args });
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    click: (xpath) =>
      waitFor(async () => {
        await post(`/element/${await find(xpath)}/click`, {});
        return true;
      }, xpath).then(() => undefined),
    // A field may get its first text after it was cleared.
    type: (xpath, text) =>
      waitFor(async () => {
        const element = await find(xpath);
        await post(`/element/${element}/clear`, {});
        await post(`/element/${element}/value`, { text });
        return (await call(session, 'GET', `/element/${element}/property/value`)) === text ? true : undefined;
      }, xpath).then(() => undefined),
    waitForText: (pattern) =>
      waitFor(async () => {
        // biome-ignore lint/performance/useDomNodeTextContent: what a person sees
        const text = await page.evaluate(() => document.body.innerText);
        return pattern.test(text) ? text : undefined;
      }, String(pattern)),
    close: async () => {
      await call(session, 'DELETE', '').catch(() => undefined);
      end(server);
    },
  };
  return page;
}

async function call<T>(root: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(root + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
  return value;
}

async function waitFor<T>(ask: () => Promise<T | undefined>, what = 'an answer'): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let last: unknown; ; await sleep(100)) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > until) throw new Error(`no ${what} within ${PATIENCE_MS / 1000} s`, { cause: last });
  }
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function end(server: ChildProcess): void {
  try {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}
