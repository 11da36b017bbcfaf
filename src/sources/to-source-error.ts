import { AppError } from '../model/app-error.ts';

/** Maps platform errors to one of our two codes; the details keep the platform's error name. */
export function toSourceError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  if (isPermissionError(error)) return new AppError('source/permission', 'reading was not allowed', { path, name });
  return new AppError('source/unreadable', 'the file could not be read', { path, name });
}

export function isPermissionError(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'source/permission';
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'SecurityError');
}
