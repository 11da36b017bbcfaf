import { fromUtf8 } from '../../../lib/bytes.ts';
import type { PdfSource } from './pdf-library.ts';

/**
 * Creates the class that gives pdf.js character maps by name; loads all of them with the first one. Requests for fonts and image decoders get
 * nothing.
 */
export function createMapFactory(source: PdfSource): new () => object {
  let loading: Promise<ReadonlyMap<string, Uint8Array>> | undefined;
  return class {
    async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      if (kind !== 'cMapUrl') throw new Error('not needed for text');
      loading ??= source.maps().then(unpackMaps);
      loading.catch(() => {
        loading = undefined;
      });
      const map = (await loading).get(filename);
      if (map === undefined) throw new Error('no such map');
      // pdf.js transfers the buffer, so it gets a copy.
      return map.slice();
    }
  };
}

function unpackMaps(packed: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const listBytes = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const list: [string, number][] = JSON.parse(fromUtf8(packed.subarray(4, 4 + listBytes)));
  const maps = new Map<string, Uint8Array>();
  let at = 4 + listBytes;
  for (const [name, length] of list) {
    maps.set(name, packed.subarray(at, at + length));
    at += length;
  }
  return maps;
}
