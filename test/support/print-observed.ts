import { createMemoryStore } from '../../src/store/memory-store.ts';
import { loadNodeKernel } from './node-kernel.ts';
import { observeEngine } from './observe-engine.ts';

process.stdout.write(JSON.stringify(await observeEngine(await loadNodeKernel(), createMemoryStore())));
