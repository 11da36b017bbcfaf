import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { toAsciiLower } from '../../src/lib/ascii.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/model/settings.ts';
import { detect } from '../../src/read/detect.ts';
import { createCodeReader } from '../../src/read/read-code.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { nodeParser } from '../support/node-parser.ts';

/**
 * CPU time from bytes to leaves (decode, read, cut, hash, count words) on real files, by kind, format and language; code also without its
 * grammar. What reads is compiled while it runs, so all is read three times: the first tells what a small collection costs, the last what a
 * large one does. Run: node --import tsx test/bench/readers.ts [folders]
 */
const roots =
  process.argv.length > 2 ? process.argv.slice(2) : [fileURLToPath(new URL('../../node_modules/', import.meta.url))];
const MAX_BYTES_A_GROUP = Number(process.env.QUIRE_BENCH_MB ?? 6) * 1e6;
const PASSES = 3;

interface Group {
  bytes: number;
  readonly files: { readonly path: string; readonly bytes: Uint8Array }[];
}

const groups = new Map<string, Group>();
for (const root of roots) {
  for (const path of (readdirSync(root, { recursive: true, encoding: 'utf8' }) as string[]).sort()) {
    const { kind, language, reader } = detect(path);
    if (kind === 'image' || path.includes('.min.')) continue;
    const name = language || (reader === 'text' ? toFormat(path) : kind);
    const group = groups.get(name) ?? { bytes: 0, files: [] };
    groups.set(name, group);
    if (group.bytes > MAX_BYTES_A_GROUP) continue;
    const bytes = readBytes(`${root}/${path}`);
    if (!bytes || bytes.length > 2_000_000 || bytes.subarray(0, 8192).includes(0)) continue;
    group.files.push({ path, bytes });
    group.bytes += bytes.length;
  }
}

const kernel = await loadNodeKernel();
const maker = createLocalLeafMaker({ kernel, codeReader: createCodeReader(nodeParser) });
for (const [name, { files, bytes }] of [...groups].sort()) {
  if (bytes < 20_000) continue;
  const isCode = detect(files[0]?.path ?? '').reader === 'code';
  const speeds: number[] = [];
  for (let pass = 1; pass <= PASSES; pass++) speeds.push(await measure(files, bytes, DEFAULT_SETTINGS));
  if (isCode) speeds.push(await measure(files, bytes, { ...DEFAULT_SETTINGS, outline: 'none' }));
  const figures = speeds.map((speed) => `${speed.toFixed(1)} MB/s`).join('\t');
  process.stdout.write(`${name}\t${files.length} files\t${(bytes / 1e6).toFixed(2)} MB\t${figures}\n`);
}

async function measure(files: Group['files'], bytes: number, settings: Settings): Promise<number> {
  const copies = files.map(({ path, bytes: own }) => ({ path, bytes: own.slice(), settings }));
  const before = process.cpuUsage();
  for (const task of copies) await maker.make(task);
  const { user, system } = process.cpuUsage(before);
  return bytes / (user + system);
}

/** `rst`, `yaml`, `makefile` */
function toFormat(path: string): string {
  return toAsciiLower(/[^/.]+$/.exec(path)?.[0] ?? path).replace(/^yml$/, 'yaml');
}

function readBytes(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return undefined;
  }
}
