import { AppError, type ErrorDetails } from '../model/app-error.ts';

/** Maps browser errors to our codes by their specified names; messages differ between browsers and are ignored. */
export function toStoreError(error: unknown, details: ErrorDetails = {}): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : 'unknown';
  const more = { ...details, name };
  if (name === 'QuotaExceededError') return new AppError('store/quota', 'there is no room left', more);
  if (name === 'NotFoundError') return new AppError('store/not-found', 'a stored file is gone', more);
  if (name === 'NoModificationAllowedError') return new AppError('store/busy', 'a stored file is in use', more);
  if (name === 'DataCloneError') return new AppError('app/unexpected', 'the value cannot be stored', more);
  return new AppError('store/unavailable', 'the browser refused to store or read', more);
}

export async function withStoreErrors<T>(run: () => Promise<T>, details?: ErrorDetails): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toStoreError(error, details);
  }
}
