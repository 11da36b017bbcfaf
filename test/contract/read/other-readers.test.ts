import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fromUtf8 } from '../../../src/lib/bytes.ts';
import { readText } from '../../../src/read/read-file.ts';
import { hasProgram, type ReaderHeadings, readWithAsciidoctor, readWithDocutils } from '../../support/other-readers.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { testData } from '../../support/test-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'quire-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasDocutils = hasProgram('python3', '-c', 'import docutils');
const hasAsciidoctor = hasProgram('ruby', '-e', 'require "asciidoctor"');

describe('headings of real documentation', () => {
  it.skipIf(!hasDocutils || !testData.available)(
    `in reStructuredText match docutils in 97 % (needs docutils${testData.available ? '' : `; ${testData.reason}`})`,
    { timeout: 120_000 },
    () => {
      for (const project of ['pytest', 'sphinx']) {
        execFileSync('tar', ['xzf', testData.path('packs', project, 'snapshot.tar.gz'), '-C', folder]);
      }
      const step = sampleSize({ sample: 12, whole: 1 });
      const paths = listFiles(folder, '.rst').filter((_, i) => i % step === 0);
      expectAgreement(readWithDocutils(paths), 100);
    },
  );

  it.skipIf(!hasAsciidoctor)('in AsciiDoc match Asciidoctor in 97 % (needs Asciidoctor)', { timeout: 120_000 }, () => {
    const own = execFileSync('ruby', ['-e', 'require "asciidoctor"; puts Asciidoctor::DATA_DIR'], {
      encoding: 'utf8',
    });
    const given = testData.path('asciidoc');
    const paths = [own.trim(), ...(existsSync(given) ? [given] : [])].flatMap((root) => listFiles(root, '.adoc'));
    expectAgreement(readWithAsciidoctor(paths), 15);
  });
});

function listFiles(root: string, extension: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => join(root, name));
}

/** Compares headings by text and level: the share of each side that the other side has too. */
function expectAgreement(files: readonly ReaderHeadings[], least: number): void {
  let both = 0;
  const missed: string[] = [];
  const extra: string[] = [];
  for (const { path, headings } of files) {
    const bytes = new TextEncoder().encode(fromUtf8(readFileSync(path)).replaceAll('\r\n', '\n'));
    const left = (readText(path, bytes, 4_000).cuts ?? []).map((cut) => toLine(cut.level, cut.name));
    for (const [level, text] of headings) {
      const at = left.indexOf(toLine(level, text));
      if (at < 0) missed.push(`${path} ${toLine(level, text)}`);
      else {
        left.splice(at, 1);
        both++;
      }
    }
    extra.push(...left.map((line) => `${path} ${line}`));
  }
  console.log(`${both} headings of ${files.length} files, ${missed.length} missed, ${extra.length} extra`);
  expect(both).toBeGreaterThan(least);
  expect({ missed: missed.slice(0, 5), recall: both / (both + missed.length) >= 0.97 }).toMatchObject({ recall: true });
  expect({ extra: extra.slice(0, 5), precision: both / (both + extra.length) >= 0.97 }).toMatchObject({
    precision: true,
  });
}

/** Compares signs as written, not as typeset. */
function toLine(level: number, text: string): string {
  const plain = text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replaceAll('…', '...')
    .replaceAll('→', '->')
    .replace(/ ?(?:—|--) ?/g, ' -- ');
  return `${Math.min(level, 6)} ${plain.slice(0, 180)}`;
}
