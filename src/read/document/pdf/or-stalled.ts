import { DocumentError } from '../document-error.ts';

const LOOK_MS = 500;
/** Loading a character map or expanding a stream takes fewer looks. */
const MAX_IDLE_CHECKS = 20;

/**
 * Settles as the work does, or rejects when nothing has moved for ten seconds (`NaN` counts as moving): an error that pdf.js lost leaves its promise
 * pending for ever.
 */
export async function orStalled<T>(
  work: Promise<T>,
  progress: () => number,
  maxIdleChecks = MAX_IDLE_CHECKS,
): Promise<T> {
  let stop = (): void => {};
  const stalled = new Promise<never>((_, reject) => {
    let last = progress();
    let idle = 0;
    const timer = setInterval(() => {
      idle = progress() === last ? idle + 1 : 0;
      last = progress();
      if (idle >= maxIdleChecks) reject(new DocumentError('unreadable', 'The document is damaged.'));
    }, LOOK_MS);
    stop = () => clearInterval(timer);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    stop();
  }
}
