import type { AppError } from '../../model/app-error.ts';

/** Calls into a worker that are under way. A worker that dies answers none of them, so they must be failed from here. */
export interface OpenCalls {
  track<T>(call: Promise<T>): Promise<T>;
  failAll(error: AppError): void;
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
      for (const reject of open) reject(error);
      open.clear();
    },
  };
}
