import { FIRST_SELECTION, NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import type { MadeFiles } from '../../support/make-engine.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { createRandom } from '../../support/random.ts';

/**
 * Files of a release's collection: written here or generated, so that they may be part of the project. Never changed: older releases contain them.
 */
export function makeReleaseFiles(): MadeFiles {
  return {
    ...Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`guide/part-${i}.md`, makePart(i)])),
    'README.md':
      '# Harbour\n\nA made-up handbook of a harbour.\n\n## Install\n\nRun the installer and wait for the lighthouse.\n',
    'src/beacon.ts':
      'export class Beacon {\n  /** Lights the lamp. */\n  light(seconds: number): void {\n    wait(seconds);\n  }\n}\n',
    'src/tides.py':
      'class TideTable:\n    """Highs and lows."""\n\n    def next_high(self, now):\n        return now + 6\n',
    'data/berths.json':
      '{\n  "berths": [\n    { "name": "north", "depth": 7 },\n    { "name": "south", "depth": 4 }\n  ]\n}\n',
    'data/arrivals.csv': 'ship,cargo\nHeron,salt\nWalrus,timber\n',
    'pages/pilot.html':
      '<!doctype html><title>Pilot</title><main><h1>Pilot</h1><p>Call the pilot &amp; wait.</p></main>',
    'notes/old.txt': Uint8Array.from(Buffer.from('Gr\u00f6\u00dfe des Hafens, na\u00efve Z\u00e4hlung\n', 'latin1')),
    'notes/wide.md': '# \u706f\u53f0\n\n\u6e2f\u306e\u706f\u53f0\u3067\u3059\u3002 The lighthouse of the harbour.\n',
    'notes/keys.md': `# Keys\n\naws_access_key_id = AKIA${'QRSTUVWXYZ234567'}\n`,
    'manual.pdf': makePdf({
      pages: ['The crane lifts nine tonnes.', 'The crane rests at night.'].map((text) => [{ text, x: 50, y: 700 }]),
    }),
    'logo.png': Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0]),
  };
}

/** The second state: one file changed, one added, one removed. */
export function makeLaterFiles(): MadeFiles {
  const { 'guide/part-3.md': _, ...files } = makeReleaseFiles();
  return {
    ...files,
    'guide/part-5.md': '# Part 5\n\nRewritten: the ferry leaves at noon.\n',
    'guide/added.md': '# Added\n\nA kingfisher moved in.\n',
  };
}

export const QUERIES = [
  'lighthouse',
  '"wait for the lighthouse"',
  'Beacon',
  'next_high',
  'ferry path:guide/',
  'crane -night',
  'kind:json depth',
  'harbor',
  '\u706f\u53f0',
  'salt OR timber',
];

export const CHOICES = {
  selections: { [FIRST_SELECTION]: { ...NO_SELECTION, name: 'code only', include: ['src/**'], exclude: ['*.py'] } },
};

const WORDS =
  'anchor buoy crane dock eel ferry gull hull inlet jetty keel lamp mast net oar pier quay reef sail tide'.split(' ');

function makePart(number: number): string {
  const random = createRandom(number + 1);
  const sentence = () => `${Array.from({ length: 9 }, () => random.pick(WORDS)).join(' ')}.`;
  const section = (i: number) =>
    `## Section ${i} of ${random.pick(WORDS)}\n\n${Array.from({ length: 5 }, sentence).join(' ')}\n`;
  return `# Part ${number}\n\n${Array.from({ length: 4 }, (_, i) => section(i)).join('\n')}`;
}
