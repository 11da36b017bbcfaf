import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { encodeManifest, type PublishedManifest, parseManifest } from '../../../src/publish/format/manifest.ts';
import { sha256 } from './make-published.ts';

const FILE = { name: 'text-0123456789abcdef.bin', bytes: 10 };
const PART = { start: 0, end: 4, hash: '0'.repeat(32) };
const MANIFEST: PublishedManifest = {
  name: 'Docs',
  index_id: 'a'.repeat(64),
  settings: DEFAULT_SETTINGS,
  stats: {
    ...{ total_files: 1, empty_files: 0, refused_files: 0, incomplete_files: 0, total_chunks: 1 },
    ...{ total_bytes: 1, total_tokens: 1, warnings: 0, skipped: 0, failed: 0 },
  },
  sources: [{ id: 's', slug: 's', name: 's', type: 'folder', files: 1 }],
  files: { index: FILE, words: [FILE], text: FILE, files: FILE, outlines: FILE, assets: FILE, ids: FILE },
  parts: { head: PART, files: PART, outlines: PART, assets: PART, ids: PART },
};

/** Encodes a manifest with a correct hash, as any author can. */
function write(body: unknown): Uint8Array {
  const text = JSON.stringify(body);
  const hash = createHash('sha256').update(text).digest('hex');
  return Buffer.from(`{"quire":3,"hash":"${hash}","body":${text}}`);
}

const read = (bytes: Uint8Array) => parseManifest(bytes, 'manifest.json', sha256);

function refusedPlace(body: unknown): string {
  try {
    read(write(body));
  } catch (error) {
    const { code, details } = error as { code: string; details: { file: string; place: string } };
    expect(code).toBe('publish/bad-manifest');
    expect(details.file).toBe('manifest.json');
    return details.place;
  }
  return 'accepted';
}

const withText = (file: unknown) => ({ ...MANIFEST, files: { ...MANIFEST.files, text: file } });

describe('the parser of published manifests', () => {
  it('accepts the output of the writer', () => {
    expect(read(encodeManifest(MANIFEST, sha256))).toEqual(MANIFEST);
  });

  it.each([
    '../text-0123456789abcdef.bin',
    '/text-0123456789abcdef.bin',
    '//host.test/text-0123456789abcdef.bin',
    'https://host.test/text-0123456789abcdef.bin',
    'a/text-0123456789abcdef.bin',
    'text-0123456789abcdef.bin?x',
    'text-0123456789abcdef.bin\n',
    'text-0123456789ABCDEF.bin',
    'TEXT-0123456789abcdef.bin',
    'text-.bin',
    '%2e%2e/text-0123456789abcdef.bin',
    '__proto__',
    '',
    null,
    7,
  ])('refuses the name %j and says where it is', (name) => {
    expect(refusedPlace(withText({ name, bytes: 1 }))).toBe('files.text.name');
  });

  it.each([-1, 1.5, 2 ** 53, 1e300, '1', null])('refuses the size %j and says where it is', (bytes) => {
    expect(refusedPlace(withText({ ...FILE, bytes }))).toBe('files.text.bytes');
  });

  it.each(['', 'zz'.repeat(16), '0'.repeat(31), '0'.repeat(33), null])('refuses the hash %j of a part', (hash) => {
    expect(refusedPlace({ ...MANIFEST, parts: { ...MANIFEST.parts, head: { ...PART, hash } } })).toBe(
      'parts.head.hash',
    );
  });

  it('reads nothing from prototypes, and does not change them', () => {
    const text = JSON.stringify(MANIFEST);
    const odd = JSON.parse(`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${text.slice(1)}`);
    expect(read(write(odd))).toEqual(MANIFEST);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(refusedPlace(JSON.parse(`{"__proto__":${text}}`))).not.toBe('accepted');
  });

  it('refuses a wrong hash, and recognises other formats', () => {
    const bytes = encodeManifest(MANIFEST, sha256);
    const changed = Buffer.from(Buffer.from(bytes).toString().replace('"Docs"', '"Dogs"'));
    expect(() => read(changed)).toThrow(expect.objectContaining({ details: { file: 'manifest.json', place: 'hash' } }));
    expect(() => read(Buffer.from('{"quire":4}'))).toThrow(expect.objectContaining({ code: 'publish/newer-format' }));
    for (const text of ['', 'null', '[]', '{}', '<!doctype html>', '"quire"', '\u0000'])
      expect(() => read(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'publish/not-published' }));
  });
});
