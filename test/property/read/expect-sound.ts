import { expect } from 'vitest';
import type { Cut } from '../../../src/model/cut.ts';

/** Cuts are in order and inside the file. */
export function expectSound(cuts: readonly Cut[], lineCount: number): void {
  let before = 1;
  for (const cut of cuts) {
    expect(cut.line).toBeGreaterThanOrEqual(before);
    expect(cut.line).toBeLessThanOrEqual(lineCount);
    expect(cut.level).toBeGreaterThanOrEqual(1);
    // Addresses may be places without a name.
    if (cut.what !== 'address') expect(cut.name).not.toBe('');
    if (cut.symbolLine !== undefined && cut.endLine !== undefined) {
      expect(cut.symbolLine).toBeGreaterThanOrEqual(cut.line);
      expect(cut.endLine).toBeGreaterThanOrEqual(cut.symbolLine);
      expect(cut.endLine).toBeLessThanOrEqual(lineCount);
    }
    before = cut.line;
  }
}
