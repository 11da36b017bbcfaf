import type { ErrorDetails } from '../../model/app-error.ts';

/** An error from anywhere: a worker message loses the class but keeps the code. */
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
