import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Engine, SitePort } from '../engine/contract.ts';
import { createEngineAndSites } from '../engine/create-engine.ts';
import type { LeafMaker } from '../engine/deps.ts';
import { createLocalLeafMaker } from '../engine/ingest/local-leaf-maker.ts';
import { toSettings } from '../engine/to-settings.ts';
import { createEntryReader } from '../export/import/import-zip-reader.ts';
import type { Kernel } from '../kernel/contract.ts';
import { AppError } from '../model/app-error.ts';
import type { Collection } from '../model/collection.ts';
import { DEFAULT_SETTINGS, type Settings } from '../model/settings.ts';
import type { OpenHost } from '../publish/contract.ts';
import { createHttpHost } from '../publish/read/create-http-host.ts';
import type { ParserSource } from '../read/contract.ts';
import type { PdfReader } from '../read/document/pdf/read-pdf.ts';
import { createCodeReader } from '../read/read-code.ts';
import type { SourceInput } from '../sources/contract.ts';
import type { Store } from '../store/contract.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { readZipDirectory } from '../zip/read-zip-directory.ts';
import { nodeHandle } from './node-folder.ts';
import { UsageError } from './problems.ts';
import { openReads } from './stray-errors.ts';

export interface NodeParts {
  readonly kernel: Kernel;
  readonly parser: ParserSource;
  readonly pdf: PdfReader;
  /** Unset: in memory. */
  readonly store?: Store;
  readonly openHost?: OpenHost;
  /** True if searches run during an import. */
  readonly isLive?: boolean;
}

export interface NodeEngine {
  readonly engine: Engine;
  readonly sites: SitePort;
  readonly kernel: Kernel;
  /** Time spent making leaves. */
  chunkMs(): number;
}

/** The engine of the browser, in the same thread. */
export function createNodeEngine(parts: NodeParts): NodeEngine {
  const { kernel, parser, pdf, store = createMemoryStore(), isLive = false } = parts;
  const local = createLocalLeafMaker({ kernel, codeReader: createCodeReader(parser), pdfReader: pdf });
  let chunkMs = 0;
  let active = 0;
  let since = 0;
  // Leaves of several files overlap while a grammar loads: counts only the time during which at least one is being made.
  const timed: LeafMaker = {
    workers: 0,
    async make(tasks) {
      if (active++ === 0) since = performance.now();
      try {
        return await openReads.track(isLive ? makeInTurns(local, tasks) : local.make(tasks));
      } finally {
        if (--active === 0) chunkMs += performance.now() - since;
      }
    },
  };
  const made = createEngineAndSites({
    kernel,
    store,
    leafMaker: timed,
    openHost: parts.openHost ?? ((address) => createHttpHost(address)),
    where: 'main thread',
    checkpoints: isLive ? 'searchable' : 'kept',
  });
  return { ...made, kernel, chunkMs: () => chunkMs };
}

/** Lets calls in between files. Nothing here waits for the system, so without it no call is heard until the import has ended. */
async function makeInTurns(local: LeafMaker, tasks: Parameters<LeafMaker['make']>[0]): ReturnType<LeafMaker['make']> {
  const outcomes = [];
  for (const task of tasks) {
    await new Promise((resolve) => setImmediate(resolve));
    outcomes.push(...(await local.make([task])));
  }
  return outcomes;
}

/** A directory without what the run writes, or an archive by its name. */
export async function toSourceInput(path: string, outputs: readonly string[] = []): Promise<SourceInput> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new AppError('source/unreadable', 'no such file or directory', { path });
  const name = basename(resolve(path));
  if (info.isDirectory()) return { type: 'folder', name, handle: nodeHandle(path, { outputs }) };
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
export async function openAny(engine: Engine, path: string, outputs?: readonly string[]): Promise<string> {
  const opened = await openExport(engine, path);
  if (opened !== undefined) return opened.id;
  const input = await toSourceInput(path, outputs);
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

/** Syncs the only source of a collection with another tree, and returns the id of the snapshot before. */
export async function syncOver(
  engine: Engine,
  collectionId: string,
  { path, outputs }: { readonly path: string; readonly outputs?: readonly string[] },
): Promise<string> {
  const [before] = await engine.listSnapshots(collectionId);
  const { sources } = (await engine.listCollections()).find(({ id }) => id === collectionId) as Collection;
  const [only] = sources;
  if (before === undefined || only === undefined) throw new UsageError('--since is not a directory or an archive');
  const input = await toSourceInput(path, outputs);
  await engine.ingest({ collectionId, jobId: 'sync', input, sourceId: only.id, verifyAll: true });
  return before.id;
}
