import { COMPANION_LIMITS, type FromCompanion, ToCompanion } from '../src/model/schema/companion.ts';
import { isAppOrigin, isGranted, listGranted } from './origins.ts';

type Answer = (message: FromCompanion) => void;
type Fetch = Extract<ToCompanion, { type: 'fetch' }>;

/** The response headers the crawler uses. */
const HEADERS = [
  'content-type',
  'last-modified',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-reset',
];
const ACCEPT = 'text/markdown, text/html;q=0.9, */*;q=0.8';
const REDIRECT_MS = 2_000;

/** Receivers of redirect targets, by the address that is being fetched. */
const redirects = new Map<string, (target: string) => void>();
/** Tabs that ask for an origin; `refused` until the app has heard it. */
const asked = new Map<string, number | 'refused'>();

chrome.runtime.onConnect.addListener((port) => {
  if (!isApp(port.sender)) return port.disconnect();
  const open = new Map<number, AbortController>();
  let isConnected = true;
  const answer: Answer = (message) => {
    if (isConnected) port.postMessage(message);
  };
  port.onMessage.addListener((raw: unknown) => {
    const message = ToCompanion.safeParse(raw);
    if (message.success) void handle(message.data, open, answer);
    else answer({ type: 'fault', id: toId(raw), message: 'the message is not valid' });
  });
  port.onDisconnect.addListener(() => {
    isConnected = false;
    for (const request of open.values()) request.abort();
  });
});

// The only way to learn where a redirect leads without sending a request there.
chrome.webRequest.onBeforeRedirect.addListener(({ url, redirectUrl }) => redirects.get(url)?.(redirectUrl), {
  urls: ['http://*/*', 'https://*/*'],
  tabId: -1,
});

chrome.tabs.onRemoved.addListener((tabId) => {
  for (const [origin, tab] of asked) if (tab === tabId) asked.set(origin, 'refused');
});

/** True for the top frame of the app's own page, through this extension's content script. */
function isApp(sender: chrome.runtime.MessageSender | undefined): boolean {
  return sender?.id === chrome.runtime.id && sender.frameId === 0 && isAppOrigin(sender.url);
}

function toId(raw: unknown): number {
  const id = (raw as { id?: unknown } | null)?.id;
  return Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : 0;
}

async function handle(message: ToCompanion, open: Map<number, AbortController>, answer: Answer): Promise<void> {
  const { id } = message;
  if (message.type === 'stop') return open.get(id)?.abort();
  if (message.type === 'ask') return answer({ type: 'asked', id, answer: await ask(message.origin) });
  if (message.type === 'status') {
    const { version } = chrome.runtime.getManifest();
    return answer({ type: 'status', id, version, origins: await listGranted() });
  }
  if (open.has(id) || open.size >= COMPANION_LIMITS.openRequests)
    return answer({ type: 'fault', id, message: 'too many requests at once' });
  const abort = new AbortController();
  open.set(id, abort);
  try {
    await read(message, abort, answer);
  } catch {
    answer({ type: 'fault', id, message: 'network fault' });
  } finally {
    open.delete(id);
  }
}

/** Opens a tab that asks for the origin; the app repeats the question until the user has decided. */
async function ask(origin: string): Promise<'open' | 'granted' | 'refused'> {
  if (await isGranted(origin)) return 'granted';
  const tab = asked.get(origin);
  if (tab === 'refused') {
    asked.delete(origin);
    return 'refused';
  }
  if (tab !== undefined) return 'open';
  asked.set(origin, -1);
  const { id = -1 } = await chrome.tabs.create({ url: `popup.html?ask=${encodeURIComponent(origin)}` });
  asked.set(origin, id);
  return 'open';
}

async function read(message: Fetch, abort: AbortController, answer: Answer): Promise<void> {
  const { id, url, withLogin } = message;
  const { origin } = new URL(url);
  if (!(await isGranted(origin))) return answer({ type: 'not-granted', id, origin });
  const target = waitForRedirect(url);
  try {
    const response = await fetch(url, {
      ...{ redirect: 'manual', cache: 'no-store', referrerPolicy: 'no-referrer', headers: { accept: ACCEPT } },
      credentials: withLogin ? 'include' : 'omit',
      signal: abort.signal,
    });
    if (response.type === 'opaqueredirect') return await answerRedirect(id, target.found, answer);
    if (response.status < 200) throw new Error('no status');
    answer({ type: 'head', id, status: response.status, headers: pickHeaders(response.headers) });
    await sendBody(response, message, answer);
    answer({ type: 'end', id });
  } finally {
    target.forget();
    abort.abort();
  }
}

function waitForRedirect(url: string): { readonly found: Promise<string>; forget(): void } {
  let take: (target: string) => void = () => {};
  const found = new Promise<string>((resolve) => {
    take = resolve;
  });
  redirects.set(url, take);
  return { found, forget: () => void (redirects.get(url) === take && redirects.delete(url)) };
}

async function answerRedirect(id: number, found: Promise<string>, answer: Answer): Promise<void> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, REDIRECT_MS));
  const url = await Promise.race([found, late]);
  if (url === undefined || !/^https?:/.test(url) || url.length > COMPANION_LIMITS.urlChars)
    return answer({ type: 'fault', id, message: 'the page redirects to an unknown address' });
  answer({ type: 'redirect', id, url });
}

function pickHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value.slice(0, COMPANION_LIMITS.headerChars)]];
    }),
  );
}

/** Sends at most `maxBytes`; the caller aborts the rest. */
async function sendBody(response: Response, { id, maxBytes }: Fetch, answer: Answer): Promise<void> {
  const reader = response.body?.getReader();
  let left = maxBytes;
  while (reader && left > 0) {
    const { done, value } = await reader.read();
    if (done) return;
    const bytes = value.subarray(0, left);
    left -= bytes.length;
    for (let at = 0; at < bytes.length; at += COMPANION_LIMITS.partBytes)
      answer({ type: 'part', id, base64: toBase64(bytes.subarray(at, at + COMPANION_LIMITS.partBytes)) });
  }
}

const CALL_ARGUMENTS = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CALL_ARGUMENTS)
    text += String.fromCharCode(...bytes.subarray(at, at + CALL_ARGUMENTS));
  return btoa(text);
}
