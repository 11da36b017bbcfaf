// The fuzzer is TypeScript; this registers the loader in its thread.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
