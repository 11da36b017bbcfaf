// Gives pdf.js's worker code a budget: it counts its work where it does it, and throws when it exceeds the budget.

/** Names that our readers import; the order is the order of the counters. */
const HEAD = `
/** Steps, bytes, entries and characters that the open document has left; then whether texts have the edges of their characters. */
const quireBudget = new Float64Array([Infinity, Infinity, Infinity, Infinity, 0]);
function quireStep() {
  if (--quireBudget[0] < 0) quireEnd();
}
function quireSpend(unit, count) {
  if (count > 0 && (quireBudget[unit] -= count) < 0) quireEnd();
}
/** Distances of the left and right edge of each character from the beginning of its text, along the line. */
function quireEdges({ places, transform, str }, isRtl) {
  const edges = [];
  let last = 0;
  const along = (x, y) => Math.hypot(x - transform[4], y - transform[5]);
  for (const [i, { length }] of str.entries()) {
    const place = places[i];
    const from = place ? along(place[0], place[1]) : last;
    last = place ? along(place[2], place[3]) : last;
    for (let k = 0; k < length; k++) edges.push([from + (last - from) * k / length, from + (last - from) * (k + 1) / length]);
  }
  return isRtl ? edges.reverse() : edges;
}
/** Most callers catch errors and continue: with no steps left every loop ends. */
function quireEnd() {
  quireBudget[0] = -1;
  throw new Error("The document is over its budget.");
}
`;
const [STEPS, BYTES, ENTRIES, CHARS] = [0, 1, 2, 3];
/** A form is parsed again each time it is drawn, with its own promises and states: it takes as long as ten thousand iterations of a loop. */
const FORM_STEPS = 10_000;
/** An annotation is an object of many fields. */
const ANNOTATION_BYTES = 1_024;

/** Each anchor occurs once in the library: a version with different code fails the build. */
const PATCHES = [
  // In any worker, pdf.js would handle that worker's messages as its own.
  ['this.initializeFromPort(self);', ';'],
  // Buffers of every filter, and of the joined streams of a page.
  ['const buffer2 = new Uint8Array(size);', `quireSpend(${BYTES}, size);$&`],
  ['totalLength += chunk.byteLength;', `$&quireSpend(${BYTES}, chunk.byteLength);`],
  // A page may name one stream 20,000 times: they are expanded one after the other, until the budget is spent.
  ['promises.push(item.asyncGetBytes().then(bytes => {', 'promises.push(await item.asyncGetBytes().then(bytes => {'],
  ...['Cid', 'Bf'].map((kind) => [
    `map${kind}Range(low, high, dstLow) {\n    if`,
    `map${kind}Range(low, high, dstLow) {\n    quireSpend(${ENTRIES}, high - low + 1);\n    if`,
  ]),
  [
    'for (let j = start; j <= code; j++) {\n              glyphsWidths[j]',
    `quireSpend(${ENTRIES}, code - start + 1);$&`,
  ],
  [
    'for (let j = start; j <= code; j++) {\n                glyphsVMetrics[j]',
    `quireSpend(${ENTRIES}, code - start + 1);$&`,
  ],
  // Entries may be zero bytes wide.
  ['const entry = {};\n        entry.offset = offset;', `quireSpend(${ENTRIES}, 2);$&`],
  ['const glyphUnicode = glyph.unicode;', `$&quireSpend(${CHARS}, glyphUnicode.length);`],
  [
    'const pageIndex = collectFields ? await this._getPageIndex(xref, ref, annotationGlobals.pdfManager) : null;',
    `quireSpend(${BYTES}, ${ANNOTATION_BYTES});$&`,
  ],
  [
    'const currentState = stateManager.state.clone();\n              const xObjStateManager',
    `quireSpend(${STEPS}, ${FORM_STEPS});$&`,
  ],
  // A match may be a part of a text.
  [
    'const textChunk = ensureTextContentItem();\n        if (category',
    'const quireFrom = quireBudget[4] && getCurrentTextTransform();$&',
  ],
  [
    'textChunk.str.push(glyphUnicode);\n',
    '$&if (quireFrom) { const to = getCurrentTextTransform(); (textChunk.places ??= [])[textChunk.str.length - 1] = [quireFrom[4], quireFrom[5], to[4], to[5]]; }\n',
  ],
  [
    'hasEOL: textChunk.hasEOL\n',
    '...(textChunk.places && { edges: quireEdges(textChunk, bidiResult.dir === "rtl") }), $&',
  ],
  [
    'textContentItem.initialized = false;\n      textContentItem.str.length = 0;',
    '$&textContentItem.places = undefined;',
  ],
  // A soft hyphen at the end of a line belongs to a broken word.
  ['if (category.isInvisibleFormatMark) {', 'if (category.isInvisibleFormatMark && glyph.unicode !== "\\u00AD") {'],
  // Some programs name a glyph by the number of its character.
  [
    'default:\n          switch (glyphName) {\n            case "f_h":',
    'default:\n          if (/^\\d{2,3}$/.test(glyphName) && +glyphName > 32 && +glyphName < 256) code = +glyphName;\n          switch (glyphName) {\n            case "f_h":',
  ],
  // Fetched ahead, and awaited only when that page is needed: without this, damage ends a Node process.
  [
    'pageDictCache.put(lastKid, xref.fetchAsync(lastKid));',
    'const ahead = xref.fetchAsync(lastKid);ahead.catch(() => {});pageDictCache.put(lastKid, ahead);',
  ],
  ['export { WorkerMessageHandler };', 'export { WorkerMessageHandler, quireBudget };'],
];

/** @param {string} source */
export async function patchPdfWorker(source) {
  const { minify, parseAst } = await import('vite');
  const patched = PATCHES.reduce(
    (text, [from, to]) =>
      replaceOnce(
        text,
        from,
        to.replace('$&', () => from),
      ),
    source,
  );
  const { code, errors } = await minify('pdf-worker.js', HEAD + countLoops(patched, parseAst(patched)));
  if (errors.length > 0) throw new Error(`pdfjs-dist could not be minified: ${errors[0].message}`);
  return code;
}

/** @param {string} source @param {string} from @param {string} to */
export function replaceOnce(source, from, to) {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`pdfjs-dist has "${from}" ${parts.length - 1} times, not once`);
  return parts.join(to);
}

const LOOPS = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']);

/** The code before this polyfills built-ins that all code uses. */
const FIRST_SOURCE = ';// ./src/shared/util.js';

/** Counts every iteration of every loop as a step. */
function countLoops(source, program) {
  const inserts = [];
  const first = source.indexOf(FIRST_SOURCE);
  if (first < 0) throw new Error(`pdfjs-dist has no "${FIRST_SOURCE}"`);
  walk(program, ({ type, start, body }) => {
    if (!LOOPS.has(type) || start < first) return;
    if (body.type === 'BlockStatement') inserts.push([body.start + 1, 'quireStep();']);
    else inserts.push([body.start, '{quireStep();'], [body.end, '}']);
  });
  if (inserts.length < 1_000) throw new Error(`pdfjs-dist has ${inserts.length} loops: too few to be its source`);
  inserts.sort(([one], [other]) => one - other);
  let text = '';
  let at = 0;
  for (const [index, insert] of inserts) {
    text += source.slice(at, index) + insert;
    at = index;
  }
  return text + source.slice(at);
}

function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') walk(child, visit);
  }
}
