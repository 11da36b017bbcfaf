import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer, type ServedCollection } from '../mcp/create-server.ts';
import { describeProblem } from '../mcp/describe-problem.ts';
import { COLLECTION_FOLDER, MANIFEST_NAME } from '../publish/format/layout.ts';
import { createDiskHost } from '../publish/read/create-disk-host.ts';
import type { Installed } from './installed.ts';
import { serveFolder } from './live-folder.ts';
import { createNodeEngine, openAny } from './node-engine.ts';
import { Refusal } from './problems.ts';
import { findPassphrase } from './terminal.ts';

/** A server stays as long as its client: V8 keeps 48 MB for young objects after an import, and calls need few. */
const SMALL_HEAP = ['--max-semi-space-size=2', '--semi-space-growth-factor=1'];

interface ServeOptions {
  readonly installed: Installed;
  readonly escapesHidden: boolean;
}

/** Serves inputs over stdio until the client closes it: live folders, exports and published collections. */
export async function serveInputs(
  inputs: readonly string[],
  { installed, escapesHidden }: ServeOptions,
): Promise<void> {
  for (const flag of SMALL_HEAP) setFlagsFromString(flag);
  const missing = inputs.find((input) => !isAddress(input) && !existsSync(input));
  if (missing !== undefined) throw new Refusal(`${missing}: no such file or directory.`);
  const served: (ServedCollection & { close?(): Promise<void> })[] = [];
  for (const input of inputs) served.push(await serveInput(input, installed));
  const server = await createServer(toNamed(served), { escapesHidden, version: installed.version });
  const transport = new StdioServerTransport();
  await server.connect(transport);
  await new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await Promise.all(served.map((one) => one.close?.()));
}

async function serveInput(
  input: string,
  installed: Installed,
): Promise<ServedCollection & { close?(): Promise<void> }> {
  const parts = await installed.loadParts();
  const inner = join(input, COLLECTION_FOLDER);
  const published = [inner, input].find((folder) => existsSync(join(folder, MANIFEST_NAME)));
  if (!isAddress(input) && published === undefined && statSync(input).isDirectory()) return serveFolder(input, parts);
  const openHost = published === undefined ? {} : { openHost: () => createDiskHost(published) };
  const { engine } = createNodeEngine({ ...parts, ...openHost });
  const open = async () => {
    if (isAddress(input)) return engine.openPublished(input, findPassphrase());
    // The address is never requested: the host on disk ignores it.
    if (published !== undefined)
      return engine.openPublished(`https://quire.invalid/${COLLECTION_FOLDER}`, findPassphrase());
    const id = await openAny(engine, input);
    return (await engine.listCollections()).find((one) => one.id === id) as Awaited<ServedCollection['opened']>;
  };
  const opened = open();
  opened.catch((error) => process.stderr.write(`${describeProblem(error)}\n`));
  return { name: isAddress(input) ? new URL(input).host : basename(resolve(input)), engine, opened };
}

/** Tells collections with the same name apart by a number. */
function toNamed(served: readonly ServedCollection[]): ServedCollection[] {
  const used = new Set<string>();
  return served.map((one) => {
    let name = one.name ?? 'files';
    for (let n = 2; used.has(name); n++) name = `${one.name}-${n}`;
    used.add(name);
    return { ...one, name };
  });
}

function isAddress(input: string): boolean {
  return /^https?:\/\//i.test(input);
}
