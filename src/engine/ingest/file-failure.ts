import type { AppError } from '../../model/app-error.ts';
import type { Settled } from '../deps.ts';

/** Outcome of a file whose reader was terminated or failed twice. */
export const UNFINISHED: Settled = { outcome: { type: 'unfinished' } };

/** Withdrawn permission ends the job. Any other failure affects one file, and the job continues without it. */
export function endsJob({ code }: AppError): boolean {
  return code === 'source/permission';
}
