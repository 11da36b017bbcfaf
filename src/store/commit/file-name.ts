import type { StoredFileRole } from '../contract.ts';

const PATTERN = /^g(\d+)-([a-z]+)-([0-9a-f]{16})\.quire$/;

/** The random part keeps names unique after a crashed commit of the same generation. */
export function makeFileName(generation: number, role: StoredFileRole): string {
  return `g${generation}-${role}-${randomHex()}.quire`;
}

/** Returns undefined for names that the store did not make; it never touches such files. */
export function parseGeneration(name: string): number | undefined {
  const match = PATTERN.exec(name);
  return match ? Number(match[1]) : undefined;
}

export function randomHex(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
