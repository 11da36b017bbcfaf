import { compareBytes } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { Host, Sha256 } from '../contract.ts';
import type { CollectionCipher, FileCipher } from '../format/cipher.ts';
import type { PublishedFile } from '../format/layout.ts';

/** A span of a file, and a check of its bytes after they were decrypted. */
export interface CheckedSpan {
  readonly span: Span;
  isRight(bytes: Uint8Array): boolean;
}

/** Reading more at once means copying the collection, and looking up each block would take longer than fetching it. */
export const MAX_KEPT_AT_ONCE = 256;

/** `manifest` gives the names and hashes of everything that is read; `cipher` opens the files of an encrypted collection. */
export function createVerifiedHost(host: Host, manifest: Uint8Array, sha256: Sha256, cipher?: CollectionCipher) {
  const ciphers = new Map<string, Promise<FileCipher>>();

  /** File names contain hashes: a missing or wrong file was replaced or is damaged. */
  async function toReason(error: AppError): Promise<AppError> {
    const newest = await host.readManifest().catch(() => undefined);
    if (newest === undefined || compareBytes(newest, manifest) === 0) return error;
    return new AppError('publish/replaced', 'the collection was published again', error.details);
  }

  function findCipher(name: string): Promise<FileCipher> | undefined {
    if (cipher === undefined) return undefined;
    const known = ciphers.get(name) ?? cipher.openFile(name.slice(0, -'.bin'.length));
    ciphers.set(name, known);
    return known;
  }

  /** Returns undefined if one of them is wrong. */
  async function openAll(
    { name }: PublishedFile,
    bytes: Uint8Array | undefined,
    checked: readonly CheckedSpan[],
  ): Promise<Uint8Array[] | undefined> {
    const [from, to] = toRun(checked);
    if (bytes?.length !== to - from) return undefined;
    const own = await findCipher(name);
    const opened = await Promise.all(
      checked.map(async ({ span: [start, end], isRight }) => {
        const stored = bytes.subarray(start - from, end - from);
        const plain = own === undefined ? stored : await own.open(start, stored);
        return plain !== undefined && isRight(plain) ? plain : undefined;
      }),
    );
    return opened.every((plain) => plain !== undefined) ? opened : undefined;
  }

  return {
    sha256,
    /** The tags of encrypted pieces prove them. */
    isSealed: cipher !== undefined,
    /**
     * Reads adjacent spans, and decrypts each. Never returns wrong bytes: a wrong byte throws `publish/damaged`, and another version in its place
     * `publish/replaced`.
     */
    async readRun(file: PublishedFile, checked: readonly CheckedSpan[]): Promise<Uint8Array[]> {
      const run = toRun(checked);
      try {
        for (const again of [false, true]) {
          const [bytes] = await host.readSpans(file, [run], { again });
          const opened = await openAll(file, bytes, checked);
          if (bytes === undefined || opened === undefined) continue;
          if (checked.length <= MAX_KEPT_AT_ONCE)
            for (const { span: own } of checked)
              host.kept?.write(file.name, own, bytes.subarray(own[0] - run[0], own[1] - run[0]));
          return opened;
        }
        throw toDamage(file.name);
      } catch (error) {
        if (error instanceof AppError && (error.code === 'publish/damaged' || error.code === 'publish/missing'))
          throw await toReason(error);
        throw error;
      }
    },
    /** Returns bytes kept from earlier visits if they are correct. */
    async readKept(file: PublishedFile, checked: CheckedSpan): Promise<Uint8Array | undefined> {
      const bytes = await host.kept?.read(file.name, checked.span);
      return (await openAll(file, bytes, [checked]))?.[0];
    },
    /** Makes the error for bytes with the right hash that cannot be decoded. */
    toDamage,
    traffic: () => host.traffic(),
  };
}

export type VerifiedHost = ReturnType<typeof createVerifiedHost>;

function toRun(checked: readonly CheckedSpan[]): Span {
  return [checked[0]?.span[0] ?? 0, checked.at(-1)?.span[1] ?? 0];
}

function toDamage(file: string): AppError {
  return new AppError('publish/damaged', 'the file differs from what was published', { file });
}
