export function buildParser(): Promise<{ readonly wasm: string; readonly js: string }>;
