import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createZipWriter } from '../../../src/zip/zip-writer.ts';
import { isWhole } from '../../support/sample-size.ts';
import { makeSink, readZip } from '../../support/zip-fixtures.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function makeNoise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

function checkWithTools(zip: Uint8Array, entries: number): void {
  const dir = mkdtempSync(join(tmpdir(), 'quire-zip-'));
  try {
    const file = join(dir, 'a.zip');
    writeFileSync(file, zip);
    if (spawnSync('unzip', ['-v']).status === 0) {
      const output = execFileSync('unzip', ['-tq', file], { encoding: 'utf8' });
      expect(output).toContain('No errors');
    }
    if (spawnSync('python3', ['--version']).status === 0) {
      const script = 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.testzip())';
      expect(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }).trim()).toBe(`${entries} None`);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe('createZipWriter', () => {
  it('writes entries that an independent reader can read, with UTF-8 names and constant time [E2]', async () => {
    const sink = makeSink();
    const zip = createZipWriter(sink);
    const noise = makeNoise(300_000);
    await zip.add('a.txt', text('aaaa'.repeat(500)));
    await zip.add('b/empty', new Uint8Array(0));
    await zip.add('b/noise.bin', noise);
    await zip.add('ß/日本.md', text('x'));
    await zip.finish();
    const { declared, entries } = readZip(sink.bytes());
    expect(declared).toBe(4);
    expect(entries.map((entry) => [entry.name, entry.method])).toEqual([
      ['a.txt', 8],
      ['b/empty', 0],
      ['b/noise.bin', 0],
      ['ß/日本.md', 0],
    ]);
    for (const entry of entries) {
      expect(entry.flags & 0x0800).toBe(0x0800);
      expect(entry.time).toBe(0x0021_0000);
    }
    expect(Buffer.compare(entries[2]?.data ?? text(''), noise)).toBe(0);
    checkWithTools(sink.bytes(), 4);
  });

  it('writes the same bytes however a stream was sliced', async () => {
    const line = 'A line of a large artifact, number ';
    const bytes = text(Array.from({ length: 60_000 }, (_, i) => `${line}${i}\n`).join(''));
    const zips: Uint8Array[] = [];
    for (const size of [1_000, 65_536, 700_001, bytes.length]) {
      const sink = makeSink();
      const zip = createZipWriter(sink);
      await zip.addStream('index.json', inPieces(bytes, size));
      await zip.finish();
      zips.push(sink.bytes());
    }
    for (const other of zips) expect(Buffer.compare(zips[0] as Uint8Array, other)).toBe(0);
    expect(Buffer.compare(readZip(zips[0] as Uint8Array).entries[0]?.data ?? text(''), bytes)).toBe(0);
  });

  it.runIf(isWhole)('puts sizes behind the data of streams too large to hold, readable by other tools', async () => {
    const bytes = makeNoise(9_000_000, 7);
    const sink = makeSink();
    const zip = createZipWriter(sink);
    await zip.addStream('large.bin', inPieces(bytes, 100_000));
    await zip.add('small.txt', text('after'));
    await zip.finish();
    const { entries } = readZip(sink.bytes());
    expect((entries[0]?.flags ?? 0) & 8).toBe(8);
    expect(Buffer.compare(entries[0]?.data ?? text(''), bytes)).toBe(0);
    checkWithTools(sink.bytes(), 2);
  });

  it('refuses names out of order', async () => {
    const zip = createZipWriter(makeSink());
    await zip.add('b', text('1'));
    await expect(zip.add('a', text('2'))).rejects.toThrow('out of order');
    await expect(zip.add('b', text('2'))).rejects.toThrow('out of order');
  });

  it.runIf(isWhole)('writes zip64 records from 65,535 entries on, and none below', { timeout: 120_000 }, async () => {
    for (const count of [65_534, 70_001]) {
      const sink = makeSink();
      const zip = createZipWriter(sink);
      for (let i = 0; i < count; i++) await zip.add(`e${String(i).padStart(6, '0')}`, text(''));
      await zip.finish();
      const bytes = sink.bytes();
      const end = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 22, 22);
      expect(end.getUint16(10, true)).toBe(count === 65_534 ? 65_534 : 0xffff);
      const { declared, entries } = readZip(bytes);
      expect(declared).toBe(count);
      expect(entries.length).toBe(count);
      if (count === 70_001) checkWithTools(bytes, count);
    }
  });
});
