import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '../../src/lib/bytes.ts';
import { type BenchFile, toBenchFile } from './corpus.ts';

const REAL_BYTES = 25_000_000;

/** Markdown, types and sources under node_modules, in path order. */
export function readTexts(root: string): BenchFile[] {
  const files: BenchFile[] = [];
  let bytes = 0;
  const walk = (directory: string, relative: string): void => {
    if (bytes > REAL_BYTES) return;
    const entries: Dirent[] = readdirSync(directory, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => compareUtf8(a.name, b.name))) {
      const path = join(directory, entry.name);
      const name = `${relative}${entry.name}`;
      if (entry.isDirectory()) walk(path, `${name}/`);
      else if (entry.isFile() && /\.(md|d\.ts|js|mjs)$/.test(name) && !/\.min\./.test(name)) {
        const { size } = statSync(path);
        if (size < 400 || size > 300_000) continue;
        bytes += size;
        files.push(toBenchFile(name, readFileSync(path, 'utf8')));
      }
    }
  };
  walk(root, '');
  return files;
}
