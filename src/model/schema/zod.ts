import { config } from 'zod/mini';

// Without this zod probes `Function`, which the page's policy reports in the console.
config({ jitless: true });

export * from 'zod/mini';
