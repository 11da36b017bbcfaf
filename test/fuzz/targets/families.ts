import { DocumentBudget } from '../../../src/read/document/document-budget.ts';
import { readDocument } from '../../../src/read/document/read-document.ts';
import { HOSTILE_FAMILIES } from '../../support/hostile-documents.ts';
import { nodePdf } from '../../support/node-pdf.ts';
import type { FuzzTarget } from '../contract.ts';
import { writeSeed } from '../find-seeds.ts';

const FAMILIES = Object.values(HOSTILE_FAMILIES).flatMap((families) => Object.entries(families));
const MAX_TEXT_BYTES = 100_000;
/** More is a file that is rather long than hostile. */
const MAX_TIMES = 400;
/** Those that spend their whole budget, which takes seconds, do so in test/hostile. */
const COSTLY: Readonly<Record<string, number>> = {
  'forms in forms': 5,
  'pages of one stream': 8,
  'deflate in deflate': 40,
};
/** Steps of pdf.js and of our readers; a whole budget takes seconds, too long for a fuzzer. */
const MAX_STEPS = 400_000_000;

/** Small documents that ask for much, with any text in them and any byte changed: none costs more than its budget. */
export function createFamilyTarget(): FuzzTarget {
  return {
    name: 'families',
    weight: 4,
    seeds: [writeSeed('text', 'word   word'), writeSeed('blank', ' \t\n | '), writeSeed('markup', '<w:p>&amp;</w:p>')],
    tokens: '    ¦\n¦ | ¦[image: ¦[$¦%1¦(¦)¦<¦&#x20;¦\\par ¦{¦日本¦</w:tc>¦<w:tbl>'.split('¦'),
    async check({ bytes }, random) {
      const text = new TextDecoder().decode(bytes).slice(0, 2_000);
      const [name, make] = random.pick(FAMILIES);
      const made = make(1 + (random.below(COSTLY[name] ?? MAX_TIMES) >> random.below(8)), text);
      const changed = made.bytes.slice();
      for (let n = random.below(4); n > 1; n--) changed[random.below(changed.length)] = random.below(256);
      const budget = new DocumentBudget(MAX_TEXT_BYTES);
      const read = await readDocument({
        ...{ path: made.path, bytes: changed, maxTextBytes: MAX_TEXT_BYTES, targetChars: 4_000 },
        ...{ pdfReader: nodePdf, budget },
      });
      const { spent, limits } = budget;
      for (const unit of ['bytes', 'chars', 'items'] as const)
        if (spent[unit] > 2 * limits[unit]) throw new Error(`${spent[unit]} ${unit} of ${limits[unit]}`);
      if (spent.steps > MAX_STEPS) throw new Error(`${spent.steps} steps`);
      if (read.bytes.length > MAX_TEXT_BYTES) throw new Error(`${read.bytes.length} bytes of text`);
      const codes = read.warnings?.map(({ code }) => code) ?? [];
      if (budget.error && !codes.includes(budget.error.code)) throw new Error('ended without a warning');
    },
  };
}
