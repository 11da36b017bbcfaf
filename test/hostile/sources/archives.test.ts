import { gzipSync, zipSync } from 'fflate';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/model/app-error.ts';
import { createSource } from '../../../src/sources/create-source.ts';
import { craftZip } from '../../support/craft-zip.ts';
import { craftTar, makeTar, makeTarGz, makeZip, toBlob } from '../../support/make-archives.ts';
import { isWhole } from '../../support/sample-size.ts';
import { pathsOf, scanAll } from '../../support/scan-all.ts';

const encoder = new TextEncoder();

function open(bytes: Uint8Array, name = 'x.zip') {
  return createSource({ type: 'archive', name, file: toBlob(bytes) });
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

  it('two entries of one name are both reported, with their raw names, for the engine to choose', async () => {
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

  it('[E2] paths that a folder scan would skip are skips, not warnings: ignored paths and files over the limit', async () => {
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

  it('an entry with a wrong size or checksum is refused when read, without taking more memory than it claims', async () => {
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

  it('reads Zip64 and archives with other bytes before them', async () => {
    for (const options of [{ zip64: true }, { prefix: 1_000 }]) {
      const { files } = await scanAll(open(craftZip([{ name: 'a.txt' }, { name: 'dir/b.txt' }], options)));
      expect(pathsOf(files)).toEqual(['a.txt', 'dir/b.txt']);
      for (const file of files) expect(new TextDecoder().decode(await file.read())).toBe('text');
    }
  });

  it.runIf(isWhole)('reads more entries than a 16-bit count can hold', async () => {
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

  it('resource forks of the Finder are one skip and not a second top directory', async () => {
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
  it('truncated anywhere gives the readable entries, says that it is incomplete, or throws source/bad-archive', async () => {
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

  it('a gzip bomb stops early and keeps the entries before it', async () => {
    const tar = await packTar([
      { header: { name: 'ok.txt', size: 4, type: 'file' }, body: encoder.encode('text') },
      { header: { name: 'bomb.bin', size: 40_000_000, type: 'file' }, body: new Uint8Array(40_000_000) },
    ]);
    const source = open(gzipSync(tar, { level: 1 }), 'x.tar.gz');
    const { files, warnings } = await scanAll(source);
    expect(pathsOf(files)).toEqual(['ok.txt']);
    expect(warnings.map((warning) => warning.path)).toContain('bomb.bin');
    expect(source.incomplete).toBe(true);
  });

  it('other files are source/bad-archive', async () => {
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

describe('tiny tars that claim much', () => {
  it('paths of half a million segments are bad-path, and take no memory per segment', async () => {
    const long = 'a/'.repeat(480_000);
    const entries = Array.from({ length: 10 }, (_, i) => ({ pax: { path: `${long}${i}.txt` } }));
    const tar = gzipSync(craftTar([...entries, { name: 'ok.txt' }]), { level: 9 });
    expect(tar.length).toBeLessThan(100_000);
    const { files, warnings } = await scanAll(open(tar, 'x.tar.gz'));
    expect(pathsOf(files)).toEqual(['ok.txt']);
    expect(warnings).toHaveLength(10);
    for (const { code, limit } of warnings) expect([code, limit]).toEqual(['bad-path', 4_096]);
  });

  it.each(['-1536', '1e3', '0x10', '', 'NaN'])('a size of "%s" ends the listing, without a loop', async (size) => {
    const source = open(craftTar([{ name: 'ok.txt' }, { name: 'bad.txt', pax: { size } }]), 'x.tar');
    const { files, warnings } = await scanAll(source);
    expect(pathsOf(files)).toEqual(['ok.txt']);
    expect(warnings).toMatchObject([{ code: 'archive-entry' }]);
    expect(source.incomplete).toBe(true);
  });
});
