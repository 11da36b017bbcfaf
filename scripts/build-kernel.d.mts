export function buildKernel(): Promise<{ readonly simd: string; readonly js: string }>;
