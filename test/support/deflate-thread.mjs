// The service is TypeScript; this registers the loader in its thread.
import { register } from 'tsx/esm/api';

register();
const { serveDeflate } = await import('./serve-deflate.ts');
serveDeflate();
