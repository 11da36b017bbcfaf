import { expose } from 'comlink';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { FileTask, LeafMaker } from '../../../src/engine/deps.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import type { CodeReader } from '../../../src/read/contract.ts';
import { createPdfReader, type PdfReader } from '../../../src/read/document/pdf/read-pdf.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { installErrorWire } from '../../../src/thread/wire/error-wire.ts';
import { createPool } from '../../../src/thread/workers/pool.ts';
import { makeDocx } from '../../support/make-document.ts';
import { ingestFiles } from '../../support/make-engine.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { sampleSize } from '../../support/sample-size.ts';

const FILES = {
  'a.md': '# Curlew\n\nA bird with a long bill.\n',
  'b.pdf': makePdf({ pages: [[{ text: 'The quince is yellow.', x: 50, y: 700 }]] }),
  'c.py': 'def medlar():\n    return 1\n',
  'd.docx': makeDocx('<w:p><w:r><w:t>The lapwing.</w:t></w:r></w:p>').slice(),
  'e.md': '# Plover\n\nAnother bird.\n',
};

type Reader = (bytes: Uint8Array) => Promise<unknown>;

const nonsense = fc.oneof(
  fc.anything(),
  fc.record({ cuts: fc.anything() }),
  fc.record({ cuts: fc.array(fc.anything()) }),
  fc.record({ title: fc.anything(), description: fc.anything() }),
  fc.record({
    cuts: fc.array(
      fc.record({
        line: fc.oneof(fc.constant(1), fc.anything()),
        level: fc.constant(1),
        what: fc.constantFrom('class', 'function', 'x'),
        name: fc.anything().filter((name) => typeof name !== 'string'),
        symbolLine: fc.constant(1),
        endLine: fc.constant(2),
      }),
    ),
  }),
);

/** Settles at the end of this file: a loader that never does would block the parser for the next tests of this process. */
let release: () => void = () => undefined;
const end = new Promise<never>((_, reject) => {
  release = () => reject(new Error('released'));
});
end.catch(() => undefined);

const GONE = 'gives its bytes away';

/** Everything a reader can do except answer. */
const failure: fc.Arbitrary<readonly [string, Reader]> = fc.oneof(
  fc.constant(['rejects', async () => Promise.reject(new Error('no'))] as const),
  fc.constant(['rejects with nothing', async () => Promise.reject(undefined)] as const),
  fc.constant([
    'throws',
    () => {
      throw new TypeError('at once');
    },
  ] as const),
  fc.constant(['hangs', () => end] as const),
  fc.constant([
    GONE,
    async (bytes: Uint8Array) => {
      structuredClone(bytes.buffer, { transfer: [bytes.buffer as ArrayBuffer] });
      return { title: 'x' };
    },
  ] as const),
  fc.constant([
    'answers, and rejects later',
    async () => {
      setTimeout(() => void Promise.reject(new Error('too late')));
      return {};
    },
  ] as const),
  nonsense.map((value) => [`answers ${fc.stringify(value)}`, async () => value] as const),
);

/** The reader itself, what loads it, or a grammar of which only the first part arrived. */
const broken = fc.record({
  where: fc.constantFrom('reader' as const, 'loader' as const, 'download' as const),
  failure,
  part: fc.double({ min: 0, max: 0.999, noNaN: true }),
});
type Broken = typeof broken extends fc.Arbitrary<infer T> ? T : never;

function toReaders({ where, failure: [, read], part }: Broken): { pdfReader: PdfReader; codeReader: CodeReader } {
  const load = () => read(new Uint8Array(8)) as Promise<never>;
  if (where !== 'reader') {
    const download = async (language: string) => {
      const bytes = await nodeParser.grammar(language);
      return bytes.subarray(0, Math.floor(bytes.length * part));
    };
    return {
      pdfReader: createPdfReader({ library: load, maps: load, listenForRejections: () => () => undefined }),
      codeReader: createCodeReader({ ...nodeParser, grammar: where === 'loader' ? load : download }),
    };
  }
  return {
    pdfReader: { read: (bytes) => read(bytes) as Promise<never> },
    codeReader: { read: (text) => read(text) as Promise<never> },
  };
}

/** Answers as an ingest worker does. */
function toPool(local: LeafMaker): { leafMaker: LeafMaker; close: () => void } {
  const ports: MessagePort[] = [];
  const add = (index: number): void => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    expose({ make: (tasks: readonly FileTask[]) => local.make(tasks) }, port1);
    leafMaker.add(index, port2);
  };
  const leafMaker = createPool({ size: 1, local, askForWorkers: () => undefined, renewWorker: add });
  add(0);
  const close = () => {
    for (const port of ports) port.close();
  };
  return { leafMaker, close };
}

async function listNamed(engine: Engine, id: string): Promise<string[]> {
  const lists = [
    await engine.listFiles(id),
    await engine.listSkips(id),
    await engine.listWithoutText(id),
    await engine.listWarnings(id),
  ];
  return [...new Set(lists.flat().map(({ path }) => path))].sort();
}

/** Only the thread notices a reader that rejects after it answered; here the test runner would fail. */
const listeners = process.listeners('unhandledRejection');
beforeAll(() => {
  installErrorWire();
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', () => undefined);
});
afterAll(async () => {
  release();
  // Texts are parsed one after the other: this one waits for those that hung.
  await createCodeReader(nodeParser).read(new TextEncoder().encode('x = 1'), 'python');
  await new Promise((done) => setTimeout(done, 50));
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener);
}, 60_000);

describe('a reader that fails in any way', () => {
  it.each(['in this thread', 'behind the wire'])(
    'fails no import: its file is named, and everything else is there, %s',
    async (way) => {
      const kernel = await loadNodeKernel();
      await fc.assert(
        fc.asyncProperty(broken, async (how) => {
          const local = createLocalLeafMaker({ kernel, ...toReaders(how), readerMs: 20 });
          const { leafMaker, close } = way === 'behind the wire' ? toPool(local) : { leafMaker: local, close() {} };
          const engine = createEngine({ kernel, store: createMemoryStore(), leafMaker, where: 'main thread' });
          const { id } = await engine.createCollection({ name: 'made' });
          const { indexed, withoutText, failed } = await ingestFiles(engine, id, FILES);
          const waiting = (await engine.listWithoutText(id)).filter(({ reason }) => reason === 'incomplete').length;
          expect(indexed + withoutText + waiting + failed).toBe(Object.keys(FILES).length);
          // Only a file whose bytes are gone fails; the others wait for their reader, and code is found without an outline.
          if (how.where !== 'reader' || how.failure[0] !== GONE) {
            expect(failed).toBe(0);
            expect((await engine.search(id, 'medlar')).hits[0]?.path).toBe('c.py');
          }
          expect(await listNamed(engine, id)).toEqual(Object.keys(FILES));
          for (const [word, path] of [
            ['curlew', 'a.md'],
            ['lapwing', 'd.docx'],
            ['plover', 'e.md'],
          ] as const)
            expect((await engine.search(id, word)).hits[0]?.path).toBe(path);
          expect(await engine.listSymbols(id, 'c.py'), 'nothing a reader made up is stored').toEqual([]);
          close();
        }),
        { numRuns: sampleSize({ sample: 12, whole: 80 }) },
      );
    },
    120_000,
  );
});
