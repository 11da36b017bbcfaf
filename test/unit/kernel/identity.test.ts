import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../src/kernel/contract.ts';
import { toSlugs } from '../../../src/kernel/identity.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

const kernel = await loadNodeKernel();

/** The documented rule, step by step. */
function toPlainWord(text: string, maxChars: number): string {
  const ascii = kernel.toAscii(text).replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
  const trim = (word: string): string => word.replace(/^-+|-+$/g, '');
  return trim(trim(ascii.replace(/[^a-z0-9]+/g, '-')).slice(0, maxChars));
}

function toRow(heading: string): ChunkRow {
  return { headingPath: [heading], symbol: '', address: '', part: 1 } as unknown as ChunkRow;
}

describe('toSlugs', () => {
  it('turns any heading into words like the plain rule', () => {
    const unit = fc.constantFrom(
      ...'abYZ019',
      ' ',
      '-',
      '_',
      '/',
      '[',
      '`',
      '~',
      '\t',
      'ß',
      'é',
      '日',
      '\u0301',
      '\u212a',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 70 }), (heading) => {
        const context = toPlainWord(heading, 44);
        expect(toSlugs(kernel, 'docs/Über.md', [toRow(heading)])).toEqual([
          context === '' || context === 'uber' ? 'uber' : `uber--${context}`,
        ]);
      }),
    );
  });
});
