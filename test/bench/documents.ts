import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOne } from '../../src/engine/ingest/file-outcome.ts';
import { createLocalLeafMaker } from '../../src/engine/ingest/local-leaf-maker.ts';
import { fromUtf8 } from '../../src/lib/bytes.ts';
import { DEFAULT_SETTINGS } from '../../src/model/settings.ts';
import { readWithOther, shareOf, toPairs, toWords } from '../support/document-readers.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { nodePdf } from '../support/node-pdf.ts';

/** `documents.ts <folder of folders by format> [format …]`: compares words, order and headings with pdftotext and pandoc, and words and order of slides and sheets with their XML. */
const [folder = join(process.env.QUIRE_TEST_DATA ?? '', 'documents'), ...only] = process.argv.slice(2);
const FORMATS = ['pdf', 'docx', 'odt', 'rtf', 'pptx', 'odp', 'xlsx', 'ods', 'epub'];
const HAS_HEADINGS = ['docx', 'odt', 'rtf', 'epub'];

interface Row {
  readonly file: string;
  readonly words: number;
  readonly order: number;
  readonly headings: number;
  readonly note: string;
}

const kernel = await loadNodeKernel();
const maker = createLocalLeafMaker({ kernel, pdfReader: nodePdf });

for (const format of only.length > 0 ? only : FORMATS) {
  const rows: Row[] = [];
  let refused = 0;
  let ms = 0;
  const files = readdirSync(join(folder, format)).sort();
  for (const file of files) {
    const path = join(folder, format, file);
    const bytes = new Uint8Array(readFileSync(path));
    const startMs = performance.now();
    const result = await makeOne(maker, { path, bytes, settings: DEFAULT_SETTINGS });
    ms += performance.now() - startMs;
    const { warnings, headings } = kernel.readLeaf(result.leaf);
    const said = warnings.map(({ code, message }) => `${code}: ${message}`).join(' ');
    if (result.facts.refused !== undefined) {
      refused++;
      console.log(`  refused ${file} ${said}`);
    }
    const other = readWithOther(path);
    if (other === undefined || other.words.length === 0) continue;
    const ours = toWords(fromUtf8(result.contents));
    rows.push({
      file,
      words: shareOf(other.words, ours),
      order: shareOf(toPairs(other.words), toPairs(ours)),
      headings: toAgreement(
        other.headings,
        headings.map(({ text }) => toWords(text).join(' ')),
      ),
      note: said,
    });
  }
  for (const row of rows) {
    const isShort = row.words < 0.97 || row.order < 0.95 || (HAS_HEADINGS.includes(format) && row.headings < 0.95);
    if (isShort) {
      console.log(
        `  short ${row.file} words ${toPercent(row.words)} order ${toPercent(row.order)} headings ${toPercent(row.headings)} ${row.note}`,
      );
    }
  }
  const passing = rows.filter(({ words }) => words >= 0.97).length;
  console.log(
    `${format}: ${files.length} files, ${refused} refused, ${rows.length} compared, ${passing} with 97 % of the words; words median ${median(rows, 'words')} mean ${mean(rows, 'words')}; ` +
      `order median ${median(rows, 'order')} mean ${mean(rows, 'order')}; headings mean ${mean(rows, 'headings')}; ${Math.round(ms)} ms`,
  );
}

function toAgreement(theirs: readonly string[], ours: readonly string[]): number {
  const most = Math.max(theirs.length, ours.length);
  return most === 0 ? 1 : (shareOf(theirs, ours) * theirs.length) / most;
}

type Measure = 'words' | 'order' | 'headings';

function median(rows: readonly Row[], measure: Measure): string {
  const values = rows.map((row) => row[measure]).sort((a, b) => a - b);
  return toPercent(values[values.length >> 1] ?? 1);
}

function mean(rows: readonly Row[], measure: Measure): string {
  return toPercent(rows.reduce((sum, row) => sum + row[measure], 0) / Math.max(1, rows.length));
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
