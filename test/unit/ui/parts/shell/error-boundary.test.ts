import { describe, expect, it } from 'vitest';
import { toReport } from '../../../../../src/ui/parts/shell/error-boundary.tsx';

describe('a report of a failure', () => {
  it('contains no message, because messages may quote file content', () => {
    const report = toReport(new TypeError('cannot read secret-content of undefined'));
    expect(report).not.toContain('secret-content');
    expect(report).toContain('TypeError');
  });
});
