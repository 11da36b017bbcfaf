import type { ErrorDetails } from '../../model/app-error.ts';

/** An error as it arrives from anywhere: over the worker wire the class is gone, the code is not. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
}

export function readError(value: unknown): Problem {
  if (typeof value !== 'object' || value === null) return { code: 'app/unexpected', message: '', details: {} };
  const { code, message, details } = value as { code?: unknown; message?: unknown; details?: unknown };
  return {
    code: typeof code === 'string' ? code : 'app/unexpected',
    message: typeof message === 'string' ? message : '',
    details: typeof details === 'object' && details !== null ? (details as ErrorDetails) : {},
  };
}
