import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { fileURLToPath } from 'node:url';
import { getOnly, getOption, parseArguments } from './arguments.ts';
import { createNodeEngine, openAny, toFileTarget } from './node-engine.ts';
import { listFiles, replaceSite } from './site-folder.ts';

/** `publish <dir|zip|index.json> --out <folder> [--name <text>] [--description <text>] [--start <path>] [--passphrase <text>] [--open] [--mask] [--json]`: writes the folder to copy to a host, with the app from `dist/`. */
export async function runPublish(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask', 'json', 'open'], ['out', 'passphrase', 'name', 'description', 'start']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const out = getOption(parsed, 'out');
  const passphrase = parsed.options.get('passphrase');
  const access = { isLocked: passphrase !== undefined, allowOpen: parsed.options.has('open') };
  const figures = await replaceSite(out, access, async (folder) => {
    const { engine } = await createNodeEngine();
    const startMs = performance.now();
    const collectionId = await openAny(engine, path);
    const readMs = performance.now();
    const app = await readApp(DIST);
    if (app.length === 0) process.stderr.write('dist/ is not built: the folder holds the collection without the app\n');
    const { bytes, entries } = await engine.publish({
      collectionId,
      jobId: 'publish',
      mask: parsed.options.has('mask'),
      app,
      site: Object.fromEntries([...parsed.options].filter(([key]) => ['name', 'description', 'start'].includes(key))),
      lock: passphrase === undefined ? undefined : { passphrase },
      target: toNodeFolder(folder),
    });
    const [read_ms, publish_ms] = [readMs - startMs, performance.now() - readMs].map((ms) => Math.round(ms));
    return { files: entries, bytes, read_ms, publish_ms };
  });
  if (parsed.options.has('json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
  return undefined;
}

/** `page <dir|zip|index.json> --out <file.html> [--mask]`: writes the collection and the app from `dist/` as one HTML file. */
export async function runPage(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask'], ['out']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const { engine } = await createNodeEngine();
  await engine.publish({
    collectionId: await openAny(engine, path),
    jobId: 'page',
    form: 'page',
    mask: parsed.options.has('mask'),
    app: await readApp(DIST),
    target: toFileTarget(getOption(parsed, 'out')),
  });
}

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

export async function readApp(dist: string): Promise<{ path: string; bytes: Blob }[]> {
  const paths = await listFiles(dist).catch(() => []);
  return Promise.all(paths.map(async (path) => ({ path, bytes: new Blob([await readFile(join(dist, path))]) })));
}

/** A folder picked for writing, as the engine sees it. */
export function toNodeFolder(path: string): FileSystemDirectoryHandle {
  const handle = {
    kind: 'directory',
    name: path,
    async getDirectoryHandle(name: string) {
      await mkdir(join(path, name), { recursive: true });
      return toNodeFolder(join(path, name));
    },
    getFileHandle: async (name: string) => ({
      createWritable: async () => ({
        write: async (blob: Blob) => writeFile(join(path, name), Readable.fromWeb(blob.stream() as WebStream)),
        async close() {},
      }),
    }),
  };
  return handle as unknown as FileSystemDirectoryHandle;
}
