import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { observeEngine } from '../../support/observe-engine.ts';

process.stdout.write(JSON.stringify(await observeEngine(await loadNodeKernel(), createMemoryStore())));
