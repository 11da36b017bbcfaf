import { COMPANION_LIMITS, type SeenPage } from '../src/model/schema/companion.ts';
import { appOrigins, listGranted, toPattern } from './origins.ts';
import { readPage } from './read-page.ts';

const asked = new URLSearchParams(location.search).get('ask');
const get = (id: string) => document.getElementById(id) as HTMLElement;

get('app').textContent = appOrigins.join(', ');
get('ask').hidden = asked === null;
get('send').hidden = asked !== null;
get('asked').textContent = asked;
// Directly in the click: browsers show their permission prompt only after a gesture.
get('allow').onclick = () => void chrome.permissions.request({ origins: [toPattern(asked ?? '')] }).then(close, say);
get('refuse').onclick = () => close();
get('page').onclick = () => void send(false).then(say, say);
get('section').onclick = () => void send(true).then(say, say);
void showGranted();

async function showGranted(): Promise<void> {
  const rows = (await listGranted()).map((origin) => {
    const row = document.createElement('li');
    const remove = document.createElement('button');
    remove.textContent = 'Remove';
    remove.setAttribute('aria-label', `Remove ${origin}`);
    remove.onclick = () => void chrome.permissions.remove({ origins: [`${origin}/*`] }).then(showGranted, say);
    row.append(origin, ' ', remove);
    return row;
  });
  get('none').hidden = rows.length > 0;
  get('granted').replaceChildren(...rows);
}

/** Sends the page of the active tab to the app's tab that was used last. */
async function send(withLinks: boolean): Promise<string> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  const apps = await chrome.tabs.query({ url: appOrigins.map((origin) => toPattern(origin)) });
  const [app] = apps.sort((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  if (tab?.id === undefined) return 'There is no page to send.';
  if (app?.id === undefined) return 'Open Quire in a tab first.';
  const [read] = await chrome.scripting.executeScript({
    target: { tabId: tab.id },
    func: readPage,
    args: [COMPANION_LIMITS.htmlChars],
  });
  if (!read?.result) return "This page can't be read.";
  const message: SeenPage = { type: 'page', ...read.result, withLinks };
  await chrome.tabs.sendMessage(app.id, message);
  return 'Sent to Quire.';
}

function say(what: unknown): void {
  get('said').textContent = typeof what === 'string' ? what : what instanceof Error ? what.message : '';
}
