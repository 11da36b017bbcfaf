import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeFilled } from '../../support/make-engine.ts';
import { readArtifact } from '../../support/read-exports.ts';
import { parseSignatures } from './parse-signatures.ts';

const CODE = 'test/fixtures/code';
const FILES = Object.fromEntries(
  readdirSync(CODE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [`${parentPath}/${name}`, readFileSync(`${parentPath}/${name}`, 'utf8')]),
);

describe('[P2] signatures', () => {
  it('contain every symbol but fields once and parse back to the list of symbols', async () => {
    const { engine, id } = await makeFilled(FILES);
    const parsed = parseSignatures(await readArtifact(engine, id, 'signatures.md'));
    let symbols = 0;
    for (const { path } of await engine.listFiles(id)) {
      const listed = (await engine.listSymbols(id, path))
        .filter(({ what }) => what !== 'field')
        .map(({ ref: _, ...symbol }) => symbol);
      expect(parsed.get(path), path).toEqual(listed);
      symbols += listed.length;
    }
    expect(symbols).toBeGreaterThan(100);
  });

  it('contain declarations, first sentences and headings with their lines', async () => {
    const { engine, id } = await makeFilled({
      'heron.py': `LEGS = 2\n\n\nclass Heron(Bird):\n    """A bird that wades. It waits."""\n\n    @property\n    async def wade(\n        self,\n        depth: int = 3,\n    ) -> int:\n        return depth\n`,
      'heron.ts': `/**\n * Makes a heron.\n * @param legs how many\n */\nexport function makeHeron({ legs }: { legs: number }, /** How deep. */ depth: number): Heron {\n  return { legs };\n}\n`,
      'heron.go': 'package heron\n\nfunc (w *deepWade) Wade() error {\n\treturn nil\n}\n',
      'heron.md': '# Herons\n\nText.\n\n## Legs\n\nTwo.\n',
    });
    const text = await readArtifact(engine, id, 'signatures.md');
    expect(text.slice(text.indexOf('## heron.go'))).toBe(
      [
        '## heron.go (code, 5 lines)',
        '3-5 method (w *deepWade) `deepWade.Wade`() error',
        '',
        '## heron.md (markdown, 7 lines)',
        '1 # Herons',
        '5 ## Legs',
        '',
        '## heron.py (code, 12 lines)',
        '1 const `LEGS` = 2',
        '4-12 class `Heron`(Bird) — A bird that wades.',
        '  8-12 method async def `wade`(self, depth: int = 3) -> int',
        '',
        '## heron.ts (type_script, 7 lines)',
        '5-7 function `makeHeron`({ legs }: { legs: number }, depth: number): Heron — Makes a heron.',
        '',
      ].join('\n'),
    );
  });
});
