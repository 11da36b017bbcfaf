import { stemmer } from 'stemmer';
import { expect, it } from 'vitest';
import { loadNodeKernel } from '../../../support/node-kernel.ts';
import { readWords } from '../../../support/words-of-modules.ts';

it('stems every word of the package readmes like the stemmer package', async () => {
  const kernel = await loadNodeKernel();
  const words = readWords(/\.md$/, 400);
  const wrong = [...words].filter((word) => kernel.termsOf(word, true)[0] !== stemmer(word));
  expect(words.size).toBeGreaterThan(5_000);
  expect(wrong).toEqual([]);
}, 60_000);
