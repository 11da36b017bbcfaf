import { type PublishedFile, READ_LIMITS } from '../format/layout.ts';
import { type Answer, type FileRequester, getBytes, toError, toStatusError } from './request.ts';

/** Files of a host without range support: each is read once for all callers. A failed one may be requested again. */
export interface WholeFiles {
  read(file: PublishedFile): Promise<Uint8Array>;
  /** Claims a response that has the whole file: the returned function stores it. Undefined if the file is already being read, or too large. */
  claim(file: PublishedFile): ((answer: Answer) => void) | undefined;
  drop(file: PublishedFile): void;
}

export function createWholeFiles(get: FileRequester): WholeFiles {
  const files = new Map<string, Promise<Uint8Array>>();

  function keep(file: PublishedFile, reading: Promise<Uint8Array>): Promise<Uint8Array> {
    files.set(file.name, reading);
    reading.catch(() => files.delete(file.name));
    return reading;
  }

  async function fetchWhole(file: PublishedFile): Promise<Uint8Array> {
    if (isTooLarge(file)) throw toError('publish/no-ranges', file.name, { bytes: file.bytes });
    const answer = await get(file.name, {}, ({ status }) =>
      status === 200 ? { maxBytes: file.bytes, isExact: true } : undefined,
    );
    return toWhole(file, answer);
  }

  return {
    read: (file) => files.get(file.name) ?? keep(file, fetchWhole(file)),
    claim(file) {
      if (files.has(file.name) || isTooLarge(file)) return undefined;
      let settle: (answer: Answer) => void = () => {};
      const coming = new Promise<Answer>((resolve) => {
        settle = resolve;
      });
      void keep(
        file,
        coming.then((answer) => toWhole(file, answer)),
      );
      return settle;
    },
    drop: ({ name }) => void files.delete(name),
  };
}

function isTooLarge({ bytes }: PublishedFile): boolean {
  return bytes > READ_LIMITS.wholeFileBytes;
}

function toWhole({ name, bytes }: PublishedFile, { status, body }: Answer): Uint8Array {
  if (body === undefined) throw toStatusError(name, status);
  return getBytes(body, name, bytes);
}
