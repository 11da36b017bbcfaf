import { gzipSync, zipSync } from 'fflate';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/model/app-error.ts';
import { createSource } from '../../../src/sources/create-source.ts';
import { crc32 } from '../../../src/zip/crc32.ts';
import { makeTar, makeTarGz, makeZip, toBlob } from '../../support/make-archives.ts';
import { pathsOf, scanAll } from '../../support/scan-all.ts';

const encoder = new TextEncoder();

function open(bytes: Uint8Array, name = 'x.zip') {
  return createSource({ type: 'archive', name, file: toBlob(bytes) });
}

interface RawEntry {
  readonly name: string | Uint8Array;
  readonly data?: Uint8Array;
  readonly flags?: number;
  readonly method?: number;
  readonly host?: number;
  readonly attributes?: number;
  readonly claimedSize?: number;
  readonly crc?: number;
  /** Shares the bytes of the entry with this number. */
  readonly sharesWith?: number;
}

/** A zip written by hand, so that it can say what no writer says. */
function craftZip(entries: readonly RawEntry[], options: { zip64?: boolean; prefix?: number } = {}): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array(options.prefix ?? 0)];
  const central: Uint8Array[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? encoder.encode(entry.name) : entry.name;
    const data = entry.data ?? encoder.encode('text');
    const own = entry.sharesWith === undefined;
    const offset = own ? at : (offsets[entry.sharesWith as number] as number);
    offsets.push(offset);
    const size = entry.claimedSize ?? data.length;
    const crc = entry.crc ?? crc32(data);
    const local = fields(30 + name.length, [
      ...([
        [0, 4, 0x04034b50],
        [6, 2, entry.flags ?? 0x800],
        [8, 2, entry.method ?? 0],
        [14, 4, crc],
      ] as const),
      ...([
        [18, 4, data.length],
        [22, 4, size],
        [26, 2, name.length],
      ] as const),
    ]);
    local.set(name, 30);
    if (own) {
      parts.push(local, data);
      at += local.length + data.length;
    }
    const zip64 = options.zip64 ? 28 : 0;
    const header = fields(46 + name.length + zip64, [
      ...([
        [0, 4, 0x02014b50],
        [5, 1, entry.host ?? 3],
        [8, 2, entry.flags ?? 0x800],
        [10, 2, entry.method ?? 0],
        [16, 4, crc],
      ] as const),
      ...([
        [20, 4, zip64 ? 0xffffffff : data.length],
        [24, 4, zip64 ? 0xffffffff : size],
        [28, 2, name.length],
      ] as const),
      ...([
        [30, 2, zip64],
        [38, 4, entry.attributes ?? 0],
        [42, 4, zip64 ? 0xffffffff : offset],
      ] as const),
      ...(zip64
        ? ([
            [46 + name.length, 2, 1],
            [48 + name.length, 2, 24],
            [50 + name.length, 8, size],
          ] as const)
        : []),
      ...(zip64
        ? ([
            [58 + name.length, 8, data.length],
            [66 + name.length, 8, offset],
          ] as const)
        : []),
    ]);
    header.set(name, 46);
    central.push(header);
  }
  const size = central.reduce((sum, header) => sum + header.length, 0);
  parts.push(...central);
  if (options.zip64) {
    const end = (options.prefix ?? 0) + at + size;
    parts.push(
      fields(56, [
        [0, 4, 0x06064b50],
        [4, 8, 44],
        [32, 8, entries.length],
        [40, 8, size],
        [48, 8, at],
      ]),
    );
    parts.push(
      fields(20, [
        [0, 4, 0x07064b50],
        [8, 8, end],
        [16, 4, 1],
      ]),
    );
  }
  const full = options.zip64 === true;
  parts.push(
    fields(22, [
      ...([
        [0, 4, 0x06054b50],
        [8, 2, full ? 0xffff : entries.length],
        [10, 2, full ? 0xffff : entries.length],
      ] as const),
      ...([
        [12, 4, full ? 0xffffffff : size],
        [16, 4, full ? 0xffffffff : at],
      ] as const),
    ]),
  );
  return new Uint8Array(Buffer.concat(parts));
}

function fields(length: number, values: readonly (readonly [number, 1 | 2 | 4 | 8, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(length));
  for (const [at, width, value] of values) {
    if (width === 1) view.setUint8(at, value);
    else if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
  }
  return new Uint8Array(view.buffer);
}

describe('hostile zips', () => {
  it('a path that climbs or is absolute is bad-path, the rest stays', async () => {
    const names = [
      '../up.txt',
      'a/../../up.txt',
      '/root.txt',
      'C:/win.txt',
      '\\\\server\\share.txt',
      'a/..',
      'nul\0.txt',
      './ok.txt',
      'b//ok.txt',
    ];
    const { files, warnings } = await scanAll(open(craftZip(names.map((name) => ({ name })))));
    expect(pathsOf(files)).toEqual(['b/ok.txt', 'ok.txt']);
    expect(warnings.map((warning) => warning.code)).toEqual(Array(7).fill('bad-path'));
  });

  it('two entries of one name are both told, with their raw names, for the engine to choose', async () => {
    const entries = [
      { name: 'a.txt', data: encoder.encode('1') },
      { name: 'a.txt', data: encoder.encode('2') },
      { name: 'e\u0301.md' },
      { name: '\u00e9.md' },
    ];
    const { files } = await scanAll(open(craftZip(entries)));
    expect(files.map((file) => [file.path, file.rawName])).toEqual([
      ['a.txt', 'a.txt'],
      ['a.txt', 'a.txt'],
      ['\u00e9.md', 'e\u0301.md'],
      ['\u00e9.md', '\u00e9.md'],
    ]);
  });

  it('an encrypted entry and an unknown method are warnings', async () => {
    const zip = craftZip([
      { name: 'locked.txt', flags: 0x801 },
      { name: 'aes.txt', method: 99 },
      { name: 'zstd.txt', method: 93 },
      { name: 'ok.txt' },
    ]);
    const { files, warnings } = await scanAll(open(zip));
    expect(pathsOf(files)).toEqual(['ok.txt']);
    expect(warnings.map(({ path, code }) => [path, code])).toEqual([
      ['aes.txt', 'archive-entry'],
      ['locked.txt', 'archive-entry'],
      ['zstd.txt', 'archive-entry'],
    ]);
  });

  it('a bomb is refused by its ratio, before anything is expanded', async () => {
    const zip = craftZip([{ name: 'bomb.txt', method: 8, claimedSize: 40_000_000 }, { name: 'ok.txt' }]);
    const { files, warnings } = await scanAll(open(zip), { maxFileBytes: 1e9 });
    expect(pathsOf(files)).toEqual(['ok.txt']);
    expect(warnings).toMatchObject([{ path: 'bomb.txt', code: 'archive-entry', limit: 250 }]);
  });

  it('[E2] what a folder would skip is skipped, not warned of: ignored paths and files over the limit', async () => {
    const zip = craftZip([
      { name: 'node_modules/locked.txt', flags: 0x801 },
      { name: 'big.bin', method: 8, claimedSize: 40_000_000 },
      { name: 'zeros.txt', method: 8, claimedSize: 9_000_000 },
      { name: 'ok.txt' },
    ]);
    const { files, skips, warnings } = await scanAll(open(zip));
    expect(pathsOf(files)).toEqual(['ok.txt', 'zeros.txt']);
    expect(skips).toMatchObject([
      { path: 'big.bin', reason: 'too-large', limit: 10_000_000, actual: 40_000_000 },
      { path: 'node_modules', reason: 'default' },
    ]);
    expect(warnings).toEqual([]);
  });

  it('entries that share their bytes are refused, the first stays', async () => {
    const data = new Uint8Array(5_000).fill(97);
    const zip = craftZip([
      { name: '0.txt', data },
      ...Array.from({ length: 50 }, (_, i) => ({ name: `${i + 1}.txt`, data, sharesWith: 0 })),
    ]);
    const { files, warnings } = await scanAll(open(zip));
    expect(files.length).toBeLessThan(3);
    expect(warnings.length).toBeGreaterThan(48);
  });

  it('an entry that lies about its size or checksum is refused when read, without taking more memory than it claims', async () => {
    const bomb = zipSync({ 'x.txt': [new Uint8Array(3_000_000), { level: 9 }] });
    const view = new DataView(bomb.buffer);
    const central = bomb.length - 22 - 46 - 5;
    view.setUint32(central + 24, 100, true);
    const { files } = await scanAll(open(bomb));
    expect(files[0]?.size).toBe(100);
    await expect(files[0]?.read()).rejects.toMatchObject({
      code: 'source/unreadable',
      details: { warning: 'archive-entry' },
    });
    const wrong = await scanAll(open(craftZip([{ name: 'crc.txt', crc: 1 }])));
    await expect(wrong.files[0]?.read()).rejects.toMatchObject({ code: 'source/unreadable' });
  });

  it('links are skips, never followed', async () => {
    const zip = craftZip([
      { name: 'link', attributes: 0xa1ff0000 },
      { name: 'fifo', attributes: 0x11ff0000 },
      { name: 'file', attributes: 0x81a40000 },
    ]);
    const { files, skips } = await scanAll(open(zip));
    expect(pathsOf(files)).toEqual(['file']);
    expect(skips.map(({ path, reason }) => [path, reason])).toEqual([
      ['fifo', 'not-a-file'],
      ['link', 'symlink'],
    ]);
  });

  it('reads Zip64 and archives with something before them', async () => {
    for (const options of [{ zip64: true }, { prefix: 1_000 }]) {
      const { files } = await scanAll(open(craftZip([{ name: 'a.txt' }, { name: 'dir/b.txt' }], options)));
      expect(pathsOf(files)).toEqual(['a.txt', 'dir/b.txt']);
      for (const file of files) expect(new TextDecoder().decode(await file.read())).toBe('text');
    }
  });

  it('reads more entries than the 16-bit count can say', async () => {
    const data = new Uint8Array(0);
    const entries = Array.from({ length: 66_000 }, (_, i) => ({ name: `d${i % 100}/f${i}.txt`, data }));
    const scanned = await scanAll(open(craftZip(entries)));
    expect(scanned.files).toHaveLength(66_000);
  });

  it('names that are not UTF-8 are code page 437, and Windows separators are separators', async () => {
    const name = new Uint8Array([0x81, 0x2e, 0x74, 0x78, 0x74]);
    const { files } = await scanAll(
      open(
        craftZip([
          { name, flags: 0 },
          { name: 'a\\b.txt', host: 0 },
          { name: 'c\\d.txt', host: 3 },
        ]),
      ),
    );
    expect(pathsOf(files)).toEqual(['a/b.txt', 'c\\d.txt', 'ü.txt']);
  });

  it('resource forks of the Finder are one skip and no second top directory', async () => {
    const { files, skips } = await scanAll(
      open(makeZip({ 'x/a.md': 'a', '__MACOSX/x/._a.md': 'b', '__MACOSX/._x': 'c' }), 'x.zip'),
    );
    expect(pathsOf(files)).toEqual(['a.md']);
    expect(skips).toEqual([{ path: '__MACOSX', isDirectory: true, reason: 'default', rule: 'default __MACOSX' }]);
  });

  it('a document that happens to be a zip is one file', async () => {
    const { files } = await scanAll(open(makeZip({ 'word/document.xml': '<x/>' }), 'letter.docx'));
    expect(pathsOf(files)).toEqual(['letter.docx']);
  });
});

const FILES = { 'a.txt': 'first '.repeat(50), 'b/c.md': '# second '.repeat(50), 'd.txt': 'third '.repeat(50) };

describe.each([
  ['zip', 'x.zip', async () => makeZip(FILES)],
  ['tar', 'x.tar', () => makeTar(FILES)],
  ['tar.gz', 'x.tar.gz', () => makeTarGz(FILES)],
] as const)('a damaged %s', (_, name, make) => {
  it('cut off anywhere gives what was readable, says that it is incomplete, or throws source/bad-archive', async () => {
    const whole = await make();
    let partial = 0;
    for (let length = 0; length < whole.length; length += 7) {
      const source = open(whole.subarray(0, length), name);
      try {
        const { files, warnings } = await scanAll(source);
        for (const file of files) {
          const bytes = await file
            .read()
            .catch((error: unknown) => expect((error as AppError).code).toBe('source/unreadable'));
          if (bytes) expect(new TextDecoder().decode(bytes)).toBe(FILES[file.path as keyof typeof FILES]);
        }
        if (files.length < 3) {
          expect({ length, incomplete: source.incomplete, warned: warnings.length > 0 }).toEqual({
            length,
            incomplete: true,
            warned: true,
          });
          partial++;
        }
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as AppError).code).toBe('source/bad-archive');
        expect(source.incomplete).toBe(true);
      }
    }
    expect(partial).toBeGreaterThan(0);
  });

  it('with any byte changed never throws anything but an AppError', async () => {
    const whole = await make();
    for (let at = 0; at < whole.length; at += 5) {
      const broken = whole.slice();
      broken[at] = (broken[at] as number) ^ 0xff;
      try {
        const { files } = await scanAll(open(broken, name));
        for (const file of files) await file.read();
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }
  });
});

describe('hostile tars', () => {
  it('long names, links and hard links: a hard link is the file it names', async () => {
    const long = `${'long/'.repeat(60)}name.txt`;
    const body = encoder.encode('text');
    const tar = await packTar([
      { header: { name: long, size: 4, type: 'file' }, body },
      { header: { name: 'a.txt', size: 4, type: 'file' }, body },
      { header: { name: 'hard.txt', size: 0, type: 'link', linkname: 'a.txt' } },
      { header: { name: 'soft.txt', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
      { header: { name: 'lost.txt', size: 0, type: 'link', linkname: 'not-there' } },
      { header: { name: '../up.txt', size: 4, type: 'file' }, body },
    ]);
    const { files, skips, warnings } = await scanAll(open(tar, 'x.tar'));
    expect(pathsOf(files)).toEqual(['a.txt', 'hard.txt', long]);
    expect(new TextDecoder().decode(await files[1]?.read())).toBe('text');
    expect(skips).toMatchObject([{ path: 'soft.txt', reason: 'symlink' }]);
    expect(warnings.map(({ path, code }) => [path, code])).toEqual([
      ['../up.txt', 'bad-path'],
      ['lost.txt', 'archive-entry'],
    ]);
  });

  it('a gzip bomb stops early and keeps what came first', async () => {
    const tar = await packTar([
      { header: { name: 'ok.txt', size: 4, type: 'file' }, body: encoder.encode('text') },
      { header: { name: 'bomb.bin', size: 40_000_000, type: 'file' }, body: new Uint8Array(40_000_000) },
    ]);
    const source = open(gzipSync(tar, { level: 9 }), 'x.tar.gz');
    const { files, warnings } = await scanAll(source);
    expect(pathsOf(files)).toEqual(['ok.txt']);
    expect(warnings.map((warning) => warning.path)).toContain('bomb.bin');
    expect(source.incomplete).toBe(true);
  });

  it('what is no archive at all is source/bad-archive', async () => {
    for (const bytes of [
      new Uint8Array(0),
      encoder.encode('hello'),
      new Uint8Array(2_000).fill(7),
      gzipSync(encoder.encode('no tar')),
    ]) {
      await expect(scanAll(open(bytes))).rejects.toMatchObject({
        code: 'source/bad-archive',
        details: { path: expect.stringMatching(/./), bytes: bytes.length },
      });
    }
  });
});
