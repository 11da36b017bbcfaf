export function buildKernel(): Promise<{ readonly simd: string; readonly portable: string; readonly js: string }>;
