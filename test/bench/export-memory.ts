/**
 * Live memory of exports above what the process held before, for one size of collection, after collections of garbage, up to twice a second: `node
 * --expose-gc --import tsx test/bench/export-memory.ts [megabytes] [share of files with a secret] [which]`, such as `300 0.05 'masked zip'`. Blobs
 * are on disk, as Chromium keeps large ones.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeNodeEngine } from '../support/node-engine.ts';
import { readTexts } from './texts.ts';

const megabytes = Number(process.argv[2] ?? 30);
const share = Number(process.argv[3] ?? 0.05);
const folder = mkdtempSync(join(tmpdir(), 'quire-export-memory-'));
Object.assign(globalThis, {
  scheduler: { postTask: (task: () => void) => new Promise<void>((done) => setImmediate(() => done(task()))) },
});

const { engine, kernel } = await makeNodeEngine();
const { id } = await engine.createCollection({ name: 'bench' });
await ingest();
putBlobsOnDisk();
const target = { kind: 'file', name: 'out.zip', createWritable: async () => createSink() } as never;
const common = { collectionId: id, jobId: 'bench' };
const which = process.argv[4] ?? '';
for (const mask of [false, true]) {
  const name = mask ? 'masked' : 'plain';
  await measure(`${name} zip`, () => engine.exportZip({ ...common, form: 'full', mask, target }));
  await measure(`${name} website`, () => engine.publish({ ...common, mask, app: [], target, allowOpen: true }));
}
rmSync(folder, { recursive: true });
process.exit(0);

async function ingest(): Promise<void> {
  const real = readTexts(resolve('node_modules')).map(({ chunks }) => chunks.join('\n\n'));
  let bytes = 0;
  let secrets = 0;
  const files: { path: string; file: File }[] = [];
  for (let i = 0; bytes < megabytes * 1e6; i++) {
    const hasSecret = Math.floor((i + 1) * share) > Math.floor(i * share);
    secrets += hasSecret ? 1 : 0;
    const secret = hasSecret
      ? `\n\napi_key = "sk_live_${(i * 7919 + 1e9).toString(36)}4eC39HqLyjWDarjtT1zdp7dc"\n`
      : '';
    const text = `# File ${i}\n\n${real[i % real.length]}${secret}`;
    files.push({ path: `d${i % 97}/f${i}.md`, file: new File([text], 'f.md') });
    bytes += text.length;
  }
  await engine.ingest({ collectionId: id, jobId: 'ingest', input: { type: 'files', name: 'bench', files } });
  console.log(JSON.stringify({ megabytes: Math.round(bytes / 1e6), files: files.length, secrets }));
}

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  if (!what.includes(which)) return;
  const before = readLive();
  let most = before;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const start = performance.now();
    most = Math.max(most, readLive());
    // A collection of garbage takes long on a large heap: at most a tenth of the time goes there.
    timer = setTimeout(look, Math.max(500, 9 * (performance.now() - start)));
  };
  look();
  const cpu = process.cpuUsage();
  await work();
  clearTimeout(timer);
  const { user, system } = process.cpuUsage(cpu);
  const toMb = (bytes: number): number => Math.round(bytes / 1e6);
  const cpuSeconds = Math.round((user + system) / 1e6);
  console.log(JSON.stringify({ what, heldMb: toMb(before), grownMb: toMb(most - before), cpuSeconds }));
}

/** Live objects and bytes, and the memory of the kernel. */
function readLive(): number {
  // The memory of arrays is given back by the second one.
  for (let i = 0; i < 2; i++) (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external + kernel.memory().bytes;
}

function createSink() {
  return { write: async () => {}, close: async () => {}, abort: async () => {} };
}

function putBlobsOnDisk(): void {
  let count = 0;
  class DiskBlob {
    readonly path = join(folder, `${count++}`);
    readonly size: number;
    constructor(parts: readonly (Uint8Array | DiskBlob)[] = []) {
      writeFileSync(this.path, '');
      for (const part of parts) appendFileSync(this.path, part instanceof DiskBlob ? readFileSync(part.path) : part);
      for (const part of parts) if (part instanceof DiskBlob) rmSync(part.path);
      this.size = parts.reduce((sum, part) => sum + (part instanceof DiskBlob ? part.size : part.length), 0);
    }
    async arrayBuffer(): Promise<ArrayBuffer> {
      const bytes = readFileSync(this.path);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    }
    async *stream(): AsyncGenerator<Uint8Array> {
      const file = await open(this.path);
      for await (const block of file.createReadStream()) yield block as Uint8Array;
    }
  }
  Object.assign(globalThis, { Blob: DiskBlob });
}
