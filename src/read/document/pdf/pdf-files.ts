import { fromUtf8 } from '../../../lib/bytes.ts';
import type { PdfSource } from './pdf-library.ts';

/**
 * Creates the class that gives pdf.js its files by name: character maps and, for drawing, image decoders and fonts. Loads all of a kind
 * with the first one.
 */
export function createFileFactory({
  maps,
  drawing,
  fonts,
}: Pick<PdfSource, 'maps' | 'drawing' | 'fonts'>): new () => object {
  const packs: Readonly<Record<string, ReturnType<typeof createPacked> | undefined>> = {
    cMapUrl: createPacked(maps),
    wasmUrl: drawing && createPacked(drawing),
    standardFontDataUrl: fonts && createPacked(fonts),
  };
  return class {
    async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      const open = packs[kind];
      if (open === undefined) throw new Error('not needed');
      const file = (await open()).get(filename);
      if (file === undefined) throw new Error('no such file');
      // pdf.js transfers the buffer, so it gets a copy.
      return file.slice();
    }
  };
}

function createPacked(load: () => Promise<Uint8Array>): () => Promise<ReadonlyMap<string, Uint8Array>> {
  let loading: Promise<ReadonlyMap<string, Uint8Array>> | undefined;
  return () => {
    loading ??= load().then(unpackFiles);
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
}

function unpackFiles(packed: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const listBytes = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const list: [string, number][] = JSON.parse(fromUtf8(packed.subarray(4, 4 + listBytes)));
  const files = new Map<string, Uint8Array>();
  let at = 4 + listBytes;
  for (const [name, length] of list) {
    files.set(name, packed.subarray(at, at + length));
    at += length;
  }
  return files;
}
