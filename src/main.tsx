import './lib/script-policy.ts';
import { createPwaState } from './pwa/pwa-state.ts';
import { connectEngine } from './thread/connect-engine.ts';

const pwa = createPwaState('./service-worker.js');
const { engine, reason } = await connectEngine({ onRequests: () => undefined });
const facts = await engine.diagnostics();
const root = document.querySelector('#root') as HTMLElement;
const status = document.createElement('output');
status.setAttribute('aria-label', 'Engine');
status.textContent = `${facts.where}, ${facts.kernel === 'js' ? 'JS' : `wasm ${facts.kernel}`}${reason ? ` (${reason})` : ''}`;
root.append(status);
pwa.subscribe(() => {
  root.dataset.offline = String(pwa.snapshot().offlineReady);
});
