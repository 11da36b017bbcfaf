import { readdirSync, readFileSync } from 'node:fs';
import { detect } from '../../src/read/detect.ts';
import { createCodeReader } from '../../src/read/read-code.ts';
import { readFile } from '../../src/read/read-file.ts';
import { createSource } from '../../src/sources/create-source.ts';
import { nodeFolder } from '../support/node-folder.ts';
import { nodeGrammars } from '../support/node-grammars.ts';

/** Throughput of the readers on real files of one folder (default: node_modules), per language, CPU time. Run: node --import tsx test/bench/readers.ts [folder] */
const root = process.argv[2] ?? new URL('../../node_modules/', import.meta.url).pathname;
const MAX_BYTES_PER_LANGUAGE = 6_000_000;

interface Group {
  bytes: number;
  readonly files: { path: string; text: Uint8Array }[];
}

const groups = new Map<string, Group>();
for (const path of (readdirSync(root, { recursive: true, encoding: 'utf8' }) as string[]).sort()) {
  const detected = detect(path);
  if (detected.reader === 'kernel' || path.includes('.min.')) continue;
  const name = detected.language || detected.kind;
  const group = groups.get(name) ?? { bytes: 0, files: [] };
  groups.set(name, group);
  if (group.bytes > MAX_BYTES_PER_LANGUAGE) continue;
  const text = readText(`${root}/${path}`);
  if (!text || text.length > 2_000_000) continue;
  group.files.push({ path, text });
  group.bytes += text.length;
}

const codeReader = createCodeReader(nodeGrammars);
for (const [name, group] of [...groups].sort()) {
  await readAll(group.files.slice(0, 20));
  const before = process.cpuUsage();
  const cuts = await readAll(group.files);
  const { user, system } = process.cpuUsage(before);
  const perSecond = (group.bytes / (user + system)).toFixed(2);
  process.stdout.write(`${name}\t${group.files.length} files\t${group.bytes} bytes\t${cuts} cuts\t${perSecond} MB/s\n`);
}

const started = performance.now();
let scanned = 0;
const signal = new AbortController().signal;
const options = {
  include: [],
  exclude: [],
  useIgnoreFiles: true,
  useDefaultList: false,
  maxFileBytes: 10_000_000,
  signal,
};
for await (const item of createSource({ type: 'folder', name: 'root', handle: nodeFolder(root) }).scan(options)) {
  if (item.type === 'file') scanned++;
}
process.stdout.write(
  `scan\t${scanned} files\t${Math.round(scanned / ((performance.now() - started) / 1000))} files/s\n`,
);

async function readAll(files: Group['files']): Promise<number> {
  let cuts = 0;
  for (const { path, text } of files)
    cuts += (await readFile({ path, detected: detect(path), text, codeReader })).cuts?.length ?? 0;
  return cuts;
}

function readText(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
