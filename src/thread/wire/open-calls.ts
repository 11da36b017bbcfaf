import type { AppError } from '../../model/app-error.ts';

/** Pending calls into a worker. A worker that dies never answers them, so they must be rejected here. */
export interface OpenCalls {
  track<T>(call: Promise<T>): Promise<T>;
  /** Returns whether any were under way. */
  failAll(error: AppError): boolean;
}

export function createOpenCalls(): OpenCalls {
  const open = new Set<(error: AppError) => void>();
  return {
    track: (call) =>
      new Promise((resolve, reject) => {
        open.add(reject);
        const end = () => open.delete(reject);
        call.then(
          (value) => {
            end();
            resolve(value);
          },
          (error: unknown) => {
            end();
            reject(error);
          },
        );
      }),
    failAll(error) {
      const hadCalls = open.size > 0;
      for (const reject of open) reject(error);
      open.clear();
      return hadCalls;
    },
  };
}
