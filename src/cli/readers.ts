import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { ParserLibrary, ParserSource } from '../read/contract.ts';
import type { PdfLibrary, PdfSource } from '../read/document/pdf/pdf-library.ts';
import { createPdfReader, type PdfReader } from '../read/document/pdf/read-pdf.ts';

/** Finds a built file or a grammar by its name, such as `tree-sitter-rust.wasm`. */
export type LocatePart = (name: string) => string | Promise<string>;

/** The parser and its grammars as files. */
export function createNodeParser(locate: LocatePart): ParserSource {
  return {
    library: () => importPart<ParserLibrary>(locate, 'tree-sitter.js'),
    runtime: async () => WebAssembly.compile(await readPart(locate, 'tree-sitter.wasm')),
    grammar: (language) => readPart(locate, `tree-sitter-${language}.wasm`),
  };
}

/** pdf.js as our build makes it. */
export function createNodePdf(locate: LocatePart): PdfReader {
  const source: PdfSource = {
    async library() {
      // A class that only drawing needs, but that must be there.
      Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? class {} });
      const { quireBudget } = await importPart<{ quireBudget: Float64Array }>(locate, 'pdfjs-worker.js');
      const { getDocument } = await importPart<PdfLibrary>(locate, 'pdfjs-api.js');
      return { getDocument, counters: quireBudget };
    },
    maps: () => readPart(locate, 'pdfjs-maps.bin'),
    listenForRejections(onRejection) {
      process.on('unhandledRejection', onRejection);
      return () => process.off('unhandledRejection', onRejection);
    },
  };
  return createPdfReader(source);
}

/** Parts of the installed command are stored as gzip: a C++ grammar has 5.4 MB, and .4 MB packed. */
async function readPart(locate: LocatePart, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(await locate(name));
  return new Uint8Array(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
}

async function importPart<T>(locate: LocatePart, name: string): Promise<T> {
  return import(/* @vite-ignore */ pathToFileURL(await locate(name)).href) as Promise<T>;
}
