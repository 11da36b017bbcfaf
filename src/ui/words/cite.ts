import { formatCount } from '../text/format.ts';

/** Check an answer; loaded with it. */
export const citeWords = {
  intro:
    "Every path, line, page, ref, quotation and name in backticks of a model's answer is looked up in this collection. Nothing leaves this page.",
  toPack: 'Back to Pack',
  found: 'Results',
  only: 'Show only',
  meanings: {
    exact: 'Found here.',
    exists: 'This place exists. No words were quoted from it.',
    'changed since': 'In an earlier version.',
    moved: 'Found in another place.',
    near: 'Similar text is here. Struck out: the answer. Underlined: the file.',
    'not found': 'No text like this is in the collection.',
  },
  reasons: {
    'past-end': ({ lastLine, lastPage }: { readonly lastLine?: number; readonly lastPage?: string }) =>
      lastPage === undefined ? `The file ends at line ${formatCount(lastLine ?? 0)}.` : `Its text ends at ${lastPage}.`,
    changed: () => 'The text on these lines has changed since an earlier version.',
    quote: () => "The place exists, but the quoted words aren't there.",
    'no-file': ({ suggestion }: { readonly suggestion?: string }) =>
      suggestion === undefined ? 'There is no such file.' : `There is no such file. Did you mean ${suggestion}?`,
    code: () => "The cited lines don't have this code.",
    names: ({ verdict }: { readonly verdict: string }) =>
      verdict === 'moved'
        ? 'The code named next to it is on other lines of this file.'
        : 'None of the code named next to it is in this place.',
    name: () => 'This name is nowhere in the collection.',
    'no-pages': () => 'The file is here, but it has no pages to check. Cite it by lines.',
  },
  notInPack: 'Not in your pack.',
  answer: 'Model answer',
  placeholder: 'Paste what the model said.',
  check: 'Check',
  list: 'Citations',
  checking: 'Checking…',
  nothing: 'This answer cites nothing and quotes nothing.',
  summary: (supported: number, all: number) =>
    `${formatCount(supported)} of ${formatCount(all)} citations and quotations were found.`,
  more: (total: number) => `Checked the first 10,000 of ${formatCount(total)} citations and quotations.`,
  verdicts: {
    exact: 'Exact',
    exists: 'Exists',
    'changed since': 'Changed since',
    moved: 'Moved',
    near: 'Near',
    'not found': 'Not found',
  },
} as const;
