import { describe, expect, it } from 'vitest';
import { findImportCycles, readFilesBelow } from './import-cycles.ts';

const toSources = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, text]) => ({ path, text }));

describe('imports between files', () => {
  it('have no cycle, in the app and in the kernel', () => {
    const sources = readFilesBelow('src', 'wasm/assembly');
    expect(sources.length).toBeGreaterThan(100);
    expect(findImportCycles(sources)).toEqual([]);
  });

  it('are reported for cycles over several folders, once each', () => {
    const sources = toSources({
      'src/x/a.ts': "import '../y/b.ts';",
      'src/y/b.ts': "import './c.ts'; import './d.ts';",
      'src/y/c.ts': "import '../x/a.ts';",
      'src/y/d.ts': "import './d.ts';",
    });
    expect(findImportCycles(sources)).toEqual([
      'src/x/a.ts → src/y/b.ts → src/y/c.ts → src/x/a.ts',
      'src/y/d.ts → src/y/d.ts',
    ]);
  });
});
