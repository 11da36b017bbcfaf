// The one script of a single page (scripts/vite/single-page.ts): the app in the page, engine and matcher in workers.
if ('document' in globalThis) void import('./page-app.tsx');
else if (globalThis.name === 'quire match') void import('./thread/workers/match-worker.ts');
else void import('./thread/workers/page-worker.ts');

export {};
