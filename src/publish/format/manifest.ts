import { fromUtf8, toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import { PublishedManifest } from '../../model/schema/published-manifest.ts';
import { tryParseJson } from '../../model/schema/try-parse-json.ts';
import type { Sha256 } from '../contract.ts';
import { FIRST_VERSION, PUBLISHED_VERSION } from './layout.ts';

export type { PublishedManifest } from '../../model/schema/published-manifest.ts';

export interface SiteFacts {
  readonly name: string;
  readonly description?: string;
  /** Path of the file to read first. */
  readonly start?: string;
  /** Readers get no places for packs and exports. */
  readonly readingOnly?: boolean;
  /** Pattern of the addresses of pages, for a collection next to its site. */
  readonly pages?: string;
}

/** Facts about a collection in its manifest: nothing about when, where or by whom it was made. */
export type PublishedCollection = Pick<Collection, 'index_id' | 'settings' | 'stats'> &
  SiteFacts & {
    readonly sources: readonly Pick<Collection['sources'][number], 'id' | 'slug' | 'name' | 'type' | 'files'>[];
  };

/** Encodes the only file whose name does not change: readers fetch it again and again. */
export function encodeManifest(manifest: PublishedManifest, sha256: Sha256): Uint8Array<ArrayBuffer> {
  const body = JSON.stringify(manifest);
  return toUtf8(`{"quire":${PUBLISHED_VERSION},"hash":"${hashOf(body, sha256)}","body":${body}}\n`);
}

/** `file` is the address for the message. Throws `publish/not-published`, `publish/newer-format` or `publish/bad-manifest`. */
export function parseManifest(bytes: Uint8Array, file: string, sha256: Sha256): PublishedManifest {
  const outer = tryParseJson(fromUtf8(bytes));
  if (typeof outer !== 'object' || outer === null || !Object.hasOwn(outer, 'quire'))
    throw new AppError('publish/not-published', 'there is no published collection', { file });
  const { quire, hash, body } = outer as { quire: unknown; hash: unknown; body: unknown };
  if (typeof quire === 'number' && quire > PUBLISHED_VERSION)
    throw new AppError('publish/newer-format', 'a newer release has published this', { file, version: quire });
  if (quire !== PUBLISHED_VERSION && quire !== FIRST_VERSION) throw badManifest(file, 'quire');
  if (hash !== hashOf(JSON.stringify(body) ?? '', sha256)) throw badManifest(file, 'hash');
  const { success, data, error } = PublishedManifest.safeParse(body);
  if (!success) throw badManifest(file, toPlace(error));
  return data;
}

function hashOf(body: string, sha256: Sha256): string {
  return toHex(sha256(toUtf8(body)));
}

/** Names the first field that is wrong. */
export function toPlace({ issues }: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] }): string {
  return issues[0]?.path.map(String).join('.') ?? '';
}

export function badManifest(file: string, place: string): AppError {
  return new AppError('publish/bad-manifest', 'the manifest is damaged or was not written by Quire', { file, place });
}
