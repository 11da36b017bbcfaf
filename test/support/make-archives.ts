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
