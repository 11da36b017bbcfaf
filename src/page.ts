// The one script of a single page (scripts/vite/single-page.ts): the app in the page, the engine in its worker.
if ('document' in globalThis) void import('./page-app.tsx');
else void import('./thread/workers/page-worker.ts');

export {};
