import { gzipSync, strToU8, zipSync } from 'fflate';
import { packTar, type TarEntry } from 'modern-tar';

/** Path → text. */
export type FileTexts = Readonly<Record<string, string>>;

export function makeZip(files: FileTexts): Uint8Array {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(1980, 0, 1) });
}

export async function makeTar(files: FileTexts): Promise<Uint8Array> {
  const entries: TarEntry[] = Object.entries(files).map(([path, text]) => {
    const body = strToU8(text);
    return { header: { name: path, size: body.length, type: 'file' }, body };
  });
  return packTar(entries);
}

export async function makeTarGz(files: FileTexts): Promise<Uint8Array> {
  return gzipSync(await makeTar(files), { mtime: 0 });
}

export function toBlob(bytes: Uint8Array): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

interface CraftedEntry {
  readonly name?: string;
  readonly pax?: Readonly<Record<string, string>>;
}

/** Makes a tar from raw headers; every file has four bytes. */
export function craftTar(entries: readonly CraftedEntry[]): Uint8Array {
  const blocks = entries.flatMap(({ name = 'entry', pax }) => {
    const records = new TextEncoder().encode(
      Object.entries(pax ?? {})
        .map(([key, value]) => toPaxRecord(key, value))
        .join(''),
    );
    const meta = pax ? [craftHeader('pax', records.length, 'x'), padBlock(records)] : [];
    return [...meta, craftHeader(name, 4, '0'), padBlock(new TextEncoder().encode('text'))];
  });
  return Buffer.concat([...blocks, new Uint8Array(1_024)]);
}

/** The length counts itself. */
function toPaxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length + 1;
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
  return `${length}${rest}`;
}

function craftHeader(name: string, size: number, type: string): Uint8Array {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function padBlock(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil(bytes.length / 512) * 512);
  padded.set(bytes);
  return padded;
}
