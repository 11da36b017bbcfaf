import { stemmer } from 'stemmer';
import { expect, it } from 'vitest';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { readWords } from '../../support/words-of-modules.ts';

it('stems every word under node_modules like the stemmer package', async () => {
  const kernel = await loadNodeKernel();
  const words = readWords(/\.(md|txt|js|mjs|cjs|ts|json)$/, Number.POSITIVE_INFINITY);
  const wrong = [...words].filter((word) => kernel.termsOf(word, true)[0] !== stemmer(word));
  expect(words.size).toBeGreaterThan(50_000);
  expect(wrong).toEqual([]);
}, 600_000);
