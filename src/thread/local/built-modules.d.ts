/** Built by scripts/build-kernel.mjs from wasm without SIMD. */
declare module '*/build/kernel/kernel.js' {
  export function instantiate(imports: object): unknown;
}

/** Built by scripts/build-pdf.mjs from the published library. */
declare module '*/build/pdf/pdfjs-api.js' {
  export * from 'pdfjs-dist';
}

declare module '*/build/pdf/pdfjs-worker.js' {
  export const WorkerMessageHandler: unknown;
}

/** Built by scripts/build-parser.mjs from the published library. */
declare module '*/build/parser/tree-sitter.js' {
  export * from 'web-tree-sitter';
}

declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  const start: (options: object) => Promise<import('../../ocr/recogniser.ts').TesseractCore>;

  // biome-ignore lint/style/noDefaultExport: the package has no other
  export { start as default };
}
