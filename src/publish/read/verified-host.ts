import { compareBytes } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { Host, Traffic } from '../contract.ts';
import type { PublishedFile } from '../format/layout.ts';

type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** A span of a file, and a check of its bytes. */
export interface CheckedSpan {
  readonly span: Span;
  isRight(bytes: Uint8Array): boolean;
}

export interface VerifiedHost {
  readonly sha256: Sha256;
  /**
   * Reads a span that `checked` covers completely. Never returns wrong bytes: a wrong byte throws `publish/damaged`, and another version in its place
   * `publish/replaced`.
   */
  readRun(file: PublishedFile, span: Span, checked: readonly CheckedSpan[]): Promise<Uint8Array>;
  /** Returns bytes kept from earlier visits if they are correct. */
  readKept(file: PublishedFile, checked: CheckedSpan): Promise<Uint8Array | undefined>;
  /** Makes the error for bytes with the right hash that cannot be decoded. */
  toDamage(file: string): AppError;
  traffic(): Promise<Traffic>;
}

/** Reading more at once means copying the collection, and looking up each block would take longer than fetching it. */
export const MAX_KEPT_AT_ONCE = 256;

/** `manifest` gives the names and hashes of everything that is read. */
export function createVerifiedHost(host: Host, manifest: Uint8Array, sha256: Sha256): VerifiedHost {
  /** File names contain hashes: a missing or wrong file was replaced or is damaged. */
  async function toReason(error: AppError): Promise<AppError> {
    const newest = await host.readManifest().catch(() => undefined);
    if (newest === undefined || compareBytes(newest, manifest) === 0) return error;
    return new AppError('publish/replaced', 'the collection was published anew', error.details);
  }

  const areRight = (bytes: Uint8Array, [from, to]: Span, checked: readonly CheckedSpan[]): boolean =>
    bytes.length === to - from &&
    checked.every(({ span: [start, end], isRight }) => isRight(bytes.subarray(start - from, end - from)));

  return {
    sha256,
    async readRun(file, span, checked) {
      try {
        for (const again of [false, true]) {
          const [bytes] = await host.readSpans(file, [span], { again });
          if (bytes === undefined || !areRight(bytes, span, checked)) continue;
          if (checked.length <= MAX_KEPT_AT_ONCE)
            for (const { span: own } of checked)
              host.kept?.write(file.name, own, bytes.subarray(own[0] - span[0], own[1] - span[0]));
          return bytes;
        }
        throw toDamage(file.name);
      } catch (error) {
        if (error instanceof AppError && (error.code === 'publish/damaged' || error.code === 'publish/missing'))
          throw await toReason(error);
        throw error;
      }
    },
    async readKept(file, checked) {
      const bytes = await host.kept?.read(file.name, checked.span);
      return bytes !== undefined && areRight(bytes, checked.span, [checked]) ? bytes : undefined;
    },
    toDamage,
    traffic: () => host.traffic(),
  };
}

function toDamage(file: string): AppError {
  return new AppError('publish/damaged', 'the file does not hold what was published', { file });
}
