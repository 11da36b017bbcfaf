import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Distinct lower-case ASCII words of the texts under node_modules, from at most `maxFiles` files. */
export function readWords(extension: RegExp, maxFiles: number): Set<string> {
  const words = new Set<string>();
  const pending = ['node_modules'];
  let files = 0;
  while (pending.length > 0 && files < maxFiles) {
    const directory = pending.pop() as string;
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile() && extension.test(entry.name) && files < maxFiles) {
        files++;
        for (const word of readFileSync(path, 'latin1').match(/[A-Za-z]+/g) ?? []) {
          if (word.length <= 60)
            words.add(word.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32)));
        }
      }
    }
  }
  return words;
}
