import { toSourceInput } from '../../src/cli/node-engine.ts';
import { makeNodeEngine } from '../support/node-engine.ts';

/** `run-bundled.mjs test/bench/ingest-cost.ts <folder>`: prints the processor seconds of one import. Also runs inside the last release, so it uses only what that has. */
const { engine } = await makeNodeEngine();
const { id } = await engine.createCollection({ name: 'bench' });
const input = await toSourceInput(process.argv[2] ?? '.');
const before = process.cpuUsage();
await engine.ingest({ collectionId: id, jobId: 'bench', input });
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${(user + system) / 1e6}\n`);
