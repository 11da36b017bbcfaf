/**
 * Peak memory of exports above what the process held before, for one size of collection: `node --expose-gc --import tsx
 * test/bench/export-memory.ts [megabytes] [share of files with a secret]`. Linux only: it resets the kernel's record of the peak. Blobs are
 * on disk, as Chromium keeps large ones.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createNodeEngine } from '../harness/node-engine.ts';
import { readTexts } from './texts.ts';

const megabytes = Number(process.argv[2] ?? 30);
const share = Number(process.argv[3] ?? 0.05);
const folder = mkdtempSync(join(tmpdir(), 'quire-export-memory-'));
Object.assign(globalThis, {
  scheduler: { postTask: (task: () => void) => new Promise<void>((done) => setImmediate(() => done(task()))) },
});

const { engine } = await createNodeEngine();
const { id } = await engine.createCollection({ name: 'bench' });
await ingest();
putBlobsOnDisk();
const target = { kind: 'file', name: 'out.zip', createWritable: async () => createSink() } as never;
const common = { collectionId: id, jobId: 'bench' };
for (const mask of [false, true]) {
  await measure('zip', mask, () => engine.exportZip({ ...common, form: 'full', mask, target }));
  await measure('one file', mask, () =>
    engine.exportText({ ...common, what: 'one-file', format: 'markdown', counter: 'other', mask, target }),
  );
  await measure('publish', mask, () => engine.publish({ ...common, mask, app: [], target, allowOpen: true }));
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

async function measure(what: string, mask: boolean, work: () => Promise<unknown>): Promise<void> {
  const { gc } = globalThis as { gc?: () => void };
  for (let i = 0; i < 3; i++) {
    gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
  writeFileSync('/proc/self/clear_refs', '5');
  const before = readStatus('VmRSS');
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const grownMb = Math.round((readStatus('VmHWM') - before) / 1e3);
  const figures = { seconds: Math.round((performance.now() - startMs) / 1e3), cpu: Math.round((user + system) / 1e6) };
  console.log(JSON.stringify({ what, mask, heldMb: Math.round(before / 1e3), grownMb, ...figures }));
}

function readStatus(name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
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
