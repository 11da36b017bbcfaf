import { openAsBlob } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Engine, SitePort } from '../../src/engine/contract.ts';
import { createEngineAndSites } from '../../src/engine/create-engine.ts';
import type { LeafMaker } from '../../src/engine/deps.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { toSettings } from '../../src/engine/to-settings.ts';
import { createEntryReader } from '../../src/export/import/import-zip-reader.ts';
import type { Kernel } from '../../src/kernel/contract.ts';
import { AppError } from '../../src/model/app-error.ts';
import type { Collection } from '../../src/model/collection.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/model/settings.ts';
import { createHttpHost } from '../../src/publish/read/create-http-host.ts';
import { createCodeReader } from '../../src/read/read-code.ts';
import type { SourceInput } from '../../src/sources/contract.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { readZipDirectory } from '../../src/zip/read-zip-directory.ts';
import { nodeHandle } from '../support/node-folder.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { nodeParser } from '../support/node-parser.ts';
import { nodePdf } from '../support/node-pdf.ts';
import { openReads } from '../support/node-stray-errors.ts';
import { UsageError } from './arguments.ts';

export interface NodeEngine {
  readonly engine: Engine;
  readonly sites: SitePort;
  readonly kernel: Kernel;
  /** Time spent making leaves. */
  chunkMs(): number;
}

/** The engine of the browser, in the same thread, with the memory store. */
export async function createNodeEngine(): Promise<NodeEngine> {
  const kernel = await loadNodeKernel();
  const local = createLocalLeafMaker({
    kernel,
    codeReader: createCodeReader(nodeParser),
    pdfReader: nodePdf,
  });
  let chunkMs = 0;
  let active = 0;
  let since = 0;
  // Leaves of several files overlap while a grammar loads: counts only the time during which at least one is being made.
  const timed: LeafMaker = {
    workers: 0,
    async make(tasks) {
      if (active++ === 0) since = performance.now();
      try {
        return await openReads.track(local.make(tasks));
      } finally {
        if (--active === 0) chunkMs += performance.now() - since;
      }
    },
  };
  const store = await createMemoryStore();
  const made = createEngineAndSites({
    kernel,
    store,
    leafMaker: timed,
    openHost: (address) => createHttpHost(address),
    where: 'main thread',
    checkpoints: 'kept',
  });
  return { ...made, kernel, chunkMs: () => chunkMs };
}

/** A directory, or an archive by its name. */
export async function toSourceInput(path: string): Promise<SourceInput> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new AppError('source/unreadable', 'no such file or directory', { path });
  const name = basename(resolve(path));
  if (info.isDirectory()) return { type: 'folder', name, handle: nodeHandle(path) };
  if (/\.(zip|tar|tar\.gz|tgz)$/i.test(name)) return { type: 'archive', name, file: await openAsBlob(path) };
  throw new UsageError(`${path} is neither a directory nor an archive`);
}

/** Opens a full export or an index.json as its collection, as in the app; returns undefined for anything else. */
export async function openExport(engine: Engine, path: string): Promise<Collection | undefined> {
  if (!/\.(zip|json)$/i.test(path)) return undefined;
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new AppError('source/unreadable', 'no such file or directory', { path });
  if (info.isDirectory()) return undefined;
  const file = await openAsBlob(path);
  const name = basename(resolve(path));
  if (name.endsWith('.zip') && !(await isExportZip(file, name))) return undefined;
  return engine.importCollection({ file, name: (await readExportName(file)) ?? name, jobId: 'import' });
}

/** `llm.md` names the collection, whatever the file is called now. */
async function readExportName(file: Blob): Promise<string | undefined> {
  const { entries } = await readZipDirectory(file);
  const entry = entries.find(({ name }) => name === 'llm.md');
  if (entry === undefined) return undefined;
  const blocks: Uint8Array[] = [];
  for await (const block of createEntryReader(file)(entry)) blocks.push(block.slice());
  return /^# (?!llm\.md$)(.+)$/m.exec(Buffer.concat(blocks).toString())?.[1];
}

/** Opens the collection of an export, or imports a directory or an archive into a new one. */
export async function openAny(engine: Engine, path: string): Promise<string> {
  const opened = await openExport(engine, path);
  if (opened !== undefined) return opened.id;
  const input = await toSourceInput(path);
  const { id } = await engine.createCollection({ name: input.name });
  await engine.ingest({ collectionId: id, jobId: 'ingest', input });
  return id;
}

/** Decides by content; only by name if the zip is cut off or damaged. */
async function isExportZip(file: Blob, name: string): Promise<boolean> {
  const { entries, damage } = await readZipDirectory(file);
  if (damage.length > 0) return /(?:-full|\.llmx-[0-9a-f]{8})\.zip$/i.test(name);
  const names = new Set(entries.map((entry) => entry.name));
  return names.has('llm.md') && names.has('manifest.llm.tsv');
}

export async function readSettings(path: string | undefined): Promise<Settings> {
  return path === undefined ? DEFAULT_SETTINGS : toSettings(JSON.parse(await readFile(path, 'utf8')));
}

/** A file picked for an export, as the engine sees it. */
export function toFileTarget(path: string): FileSystemFileHandle {
  const handle = {
    async createWritable() {
      const file = await open(path, 'w');
      return {
        write: async (bytes: Uint8Array) => void (await file.write(bytes)),
        close: () => file.close(),
        abort: () => file.close(),
      };
    },
  };
  return handle as unknown as FileSystemFileHandle;
}
