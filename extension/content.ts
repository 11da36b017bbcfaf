import { isAppOrigin } from './origins.ts';

/** Relays messages between the app's page and the background script, which checks them. */
addEventListener('message', (event) => {
  const [page] = event.ports;
  if (event.source !== window || event.data !== 'quire-companion' || !page || !isAppOrigin(location.href)) return;
  let background: chrome.runtime.Port | undefined;
  const connect = (): chrome.runtime.Port => {
    const port = chrome.runtime.connect();
    port.onMessage.addListener((message: unknown) => page.postMessage(message));
    port.onDisconnect.addListener(() => {
      background = undefined;
      page.postMessage({ type: 'lost' });
    });
    return port;
  };
  page.onmessage = ({ data }) => {
    try {
      background ??= connect();
      background.postMessage(data);
    } catch {
      // The extension was removed or reloaded while the page was open.
      page.postMessage({ type: 'lost' });
    }
  };
  chrome.runtime.onMessage.addListener((message: unknown, sender) => {
    if (sender.id === chrome.runtime.id) page.postMessage(message);
  });
});
