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
    track(call) {
      let fail: (error: AppError) => void = () => {};
      const lost = new Promise<never>((_, reject) => {
        fail = reject;
      });
      open.add(fail);
      return Promise.race([call, lost]).finally(() => open.delete(fail));
    },
    failAll(error) {
      const hadCalls = open.size > 0;
      for (const reject of open) reject(error);
      open.clear();
      return hadCalls;
    },
  };
}
