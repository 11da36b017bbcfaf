import type { Traffic } from '../contract.ts';

/** Counts requests to a host. The depth of a request is one more than the deepest one that was answered when it began. */
export interface Meter {
  begin(): { bytes(count: number): void; end(): void };
  read(): Omit<Traffic, 'wholeFiles'>;
}

export function createMeter(): Meter {
  let requests = 0;
  let bytes = 0;
  let answered = 0;
  return {
    begin() {
      requests++;
      const depth = answered + 1;
      return {
        bytes(count) {
          bytes += count;
        },
        end() {
          answered = Math.max(answered, depth);
        },
      };
    },
    read: () => ({ requests, bytes, roundTrips: answered }),
  };
}
