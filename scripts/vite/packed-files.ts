import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Stores wasm and binary files as gzip under their own names: a C++ grammar has 5.4 MB and .4 MB packed, and many hosts compress text only.
 * `src/thread/local/read-bytes.ts` expands what it finds packed.
 */
export function packedFiles(): Plugin {
  let outDir = 'dist';
  return {
    name: 'quire-packed-files',
    apply: 'build',
    configResolved(config) {
      if (!config.isWorker) outDir = config.build.outDir;
    },
    writeBundle() {
      for (const path of readdirSync(join(outDir, 'assets'), { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:wasm|bin)$/.test(path)) continue;
        const file = join(outDir, 'assets', path);
        const bytes = readFileSync(file);
        if (!isGzip(bytes)) writeFileSync(file, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
