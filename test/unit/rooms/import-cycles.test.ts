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

  it.each([
    ['values', "import { b } from './b.ts';", "import { a } from './a.ts';"],
    ['types', "import type { B } from './b.ts';", "export type { A } from './a.ts';"],
    ['modules loaded later', "const b = await import('./b.ts');", "import { a } from './a.ts';"],
    ['AssemblyScript without extensions', "import { b } from './b';\n@inline function f(): void {}", "import './a';"],
  ])('are reported for a cycle of %s', (_, a, b) => {
    expect(findImportCycles(toSources({ 'src/a.ts': a, 'src/b.ts': b }))).toEqual(['src/a.ts → src/b.ts → src/a.ts']);
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

  it('may reach the same file in two ways', () => {
    const sources = toSources({
      'src/a.ts': "import './b.ts'; import './c.ts';",
      'src/b.ts': "import './c.ts';",
      'src/c.ts': '',
    });
    expect(findImportCycles(sources)).toEqual([]);
  });
});
