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
