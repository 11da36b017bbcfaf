import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stemmer } from 'stemmer';
import { expect, it } from 'vitest';
import { loadNodeKernel } from '../../../support/node-kernel.ts';
import { sampleSize } from '../../../support/sample-size.ts';

const MAX_FILES = sampleSize({ sample: 400, whole: Number.POSITIVE_INFINITY });
const NAMES = MAX_FILES === 400 ? /\.md$/ : /\.(md|txt|js|mjs|cjs|ts|json)$/;

/** Distinct lower-case ASCII words of the texts under node_modules. */
function readWords(): Set<string> {
  const words = new Set<string>();
  const pending = ['node_modules'];
  let files = 0;
  while (pending.length > 0 && files < MAX_FILES) {
    const directory = pending.pop() as string;
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile() && NAMES.test(entry.name) && files < MAX_FILES) {
        files++;
        for (const word of readFileSync(path, 'latin1').match(/[A-Za-z]+/g) ?? [])
          if (word.length <= 60) words.add(word.toLowerCase());
      }
    }
  }
  return words;
}

it('stems the words of the installed packages like the stemmer package', async () => {
  const kernel = await loadNodeKernel();
  const words = readWords();
  const wrong = [...words].filter((word) => kernel.termsOf(word, true)[0] !== stemmer(word));
  expect(words.size).toBeGreaterThan(sampleSize({ sample: 5_000, whole: 50_000 }));
  expect(wrong).toEqual([]);
}, 600_000);
