import { AppError } from '../model/app-error.ts';

/** Wrong arguments; exit code 2. */
export class UsageError extends Error {}

/** Something that a command does not do; the message says why and what to do. Exit code 1. */
export class Refusal extends Error {}

/** Converts Node's error for a file; one of a file that is open has no path. */
export function toFileError(error: unknown): AppError | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (typeof path !== 'string' && typeof syscall !== 'string') return undefined;
  const message = code === 'ENOENT' ? 'no such file or directory' : `the file could not be read or written (${code})`;
  return new AppError('source/unreadable', message, typeof path === 'string' ? { path } : {});
}
