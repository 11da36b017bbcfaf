import { expect, test } from 'vitest';
import { findUnsupported } from '../../../src/answer/find-unsupported.ts';
import type { Citation } from '../../../src/model/outputs/citation.ts';

/** Every `(…:n)` is a citation. */
function listUnsupported(text: string): string[] {
  const citations = [...text.matchAll(/\S+:\d+/g)].map(
    ({ 0: cited, index }): Citation => ({ text: cited, start: index, verdict: 'exists' }),
  );
  return findUnsupported(text, citations).map(({ start, end }) => text.slice(start, end));
}

test('a sentence of fact without a source is found; one with a source in it, or in brackets behind it, is not', () => {
  expect(
    listUnsupported(
      'Calls wait in a queue (a.ts:3). The default limit is five. They run when a slot is free. (a.ts:9)',
    ),
  ).toEqual(['The default limit is five.']);
});

test('headings, questions, lead-ins, tables, quotations, fences and statements of ignorance are no facts', () => {
  const text = `# How the dispatcher limits its calls

Here is how it works in this project:

| limit | value of the limit |
| --- | --- |

> Calls wait in a queue until a slot is free.

\`\`\`ts
const limit = 5; // The default limit is five. It is per host.
\`\`\`

Which of the two limits do you mean?

The context does not say what the default is. I would need Settings.kt for that answer.`;
  expect(listUnsupported(text)).toEqual([]);
});

test('items of a list are sentences of their own, and a sentence may span lines', () => {
  expect(
    listUnsupported(
      '- The queue is sorted by time\n- Calls run in order (a.ts:4)\n1. The limit is\n   set to five here',
    ),
  ).toEqual(['The queue is sorted by time', 'The limit is\n   set to five here']);
});

test('numbers, abbreviations and names with dots end no sentence', () => {
  expect(listUnsupported('The limit is 1.5 seconds, e.g. In tests of v2.0 (a.ts:4).')).toEqual([]);
});

test('a quotation with several sentences is part of the sentence that quotes it', () => {
  const text = 'The guide says "Calls wait. They run in order. Then they end." (a.ts:4). It is five by default here.';
  const quote: Citation = { text: '"Calls wait. They run in order. Then they end."', start: 15, verdict: 'exact' };
  const place: Citation = { text: 'a.ts:4', start: text.indexOf('a.ts'), verdict: 'exact' };
  expect(findUnsupported(text, [quote, place]).map(({ start, end }) => text.slice(start, end))).toEqual([
    'It is five by default here.',
  ]);
});
