import { CUT_WHAT, type ReadFile } from '../model/cut.ts';

/** Checks the output of code and document readers: they wrap foreign libraries, and the kernel trusts its input. */
export function isReadFile(value: unknown): value is ReadFile {
  if (!isRecord(value)) return false;
  const { bytes, cuts = [], title = '', description = '' } = value;
  const isWhole = bytes instanceof Uint8Array && Array.isArray(cuts) && cuts.every(isCut);
  return isWhole && typeof title === 'string' && typeof description === 'string';
}

function isCut(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { line, level, what, name, endLine = 0, symbolLine = 0, address = '' } = value;
  const isPlaced = [line, level, endLine, symbolLine].every((number) => Number.isSafeInteger(number));
  return isPlaced && typeof name === 'string' && typeof address === 'string' && Object.hasOwn(CUT_WHAT, String(what));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
