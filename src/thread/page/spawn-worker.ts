import { createScriptBlobUrl } from '../../lib/script-policy.ts';

/**
 * Starts a module worker from a blob, so that it inherits the page's CSP: a worker loaded by URL would not, and could reach the network.
 * A failed import is thrown again inside the worker, where the page sees it as `error`; otherwise calls would wait for ever.
 */
export function spawnWorker(moduleUrl: string, name: string): Worker {
  // Not revoked: Firefox loads the blob after `new Worker` has returned, and a revoked one is a 404.
  return new Worker(bootstrapUrl(new URL(moduleUrl, location.href).href), { type: 'module', name });
}

const urls = new Map<string, string>();

function bootstrapUrl(moduleUrl: string): string {
  const known = urls.get(moduleUrl);
  if (known) return known;
  const made = createScriptBlobUrl(toBootstrapSource(moduleUrl));
  urls.set(moduleUrl, made);
  return made;
}

/** Uses a dynamic import, because a static one fails in Firefox with the server stopped. Messages that arrive before it has loaded are held. */
function toBootstrapSource(moduleUrl: string): string {
  return `const held = [];
const hold = (event) => held.push(event);
addEventListener('message', hold);
addEventListener('securitypolicyviolation', (event) => {
  postMessage({ type: 'violation', text: event.effectiveDirective + ' ' + event.blockedURI });
});
import(${JSON.stringify(moduleUrl)}).then(
  () => {
    removeEventListener('message', hold);
    for (const event of held) dispatchEvent(new MessageEvent('message', { data: event.data, ports: [...event.ports] }));
  },
  (error) => setTimeout(() => { throw error; }),
);
`;
}
