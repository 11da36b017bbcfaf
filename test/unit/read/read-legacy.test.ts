import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { readLegacy } from '../../../src/read/encoding/read-legacy.ts';
import { SINGLE_BYTE } from '../../../src/read/encoding/single-byte.ts';

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const bytesOf = (...parts: readonly (string | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? new TextEncoder().encode(part) : part)]));

function read(bytes: Uint8Array, path = 'a.txt'): readonly [string, string | undefined] {
  const file = readLegacy(path, bytes);
  return [new TextDecoder().decode(file.bytes), file.refused ?? file.warnings?.[0]?.message];
}

describe('text that is not UTF-8', () => {
  it('is windows-1252 when nothing says otherwise', () => {
    expect(read(Uint8Array.of(0x93, 0x63, 0x61, 0x66, 0xe9, 0x94, 0x20, 0x80))).toEqual([
      '“café” €',
      'The file is not UTF-8 and was read as windows-1252.',
    ]);
    expect(read(latin('caf\xe9'))[0]).toBe('café');
  });

  it('stays UTF-8 if only a few bytes are invalid, or its last character is truncated', () => {
    const message = 'Some bytes of the file are not UTF-8 and became U+FFFD.';
    expect(read(bytesOf('größer über ', latin('\xff'), ' ök'))).toEqual(['größer über \ufffd ök', message]);
    expect(read(bytesOf('über ', new TextEncoder().encode('日').slice(0, 2)))).toEqual(['über \ufffd', message]);
  });

  it('is binary when many of its bytes are control characters', () => {
    expect(read(Uint8Array.from({ length: 4_000 }, (_, i) => ((i * 7919) % 255) + 1))).toEqual(['', 'binary']);
    expect(read(latin(`${'text \xe9\f\x1b[0m\n'.repeat(100)}\x1a`))[1]).toMatch('windows-1252');
  });

  it.each([
    ['a.html', '<meta charset="iso-8859-2">\xb1', 'iso-8859-2', 'ą'],
    ['a.html', '<META http-equiv=x content="text/html; charset=koi8-r">\xc1', 'koi8-r', 'а'],
    ['a.xml', '<?xml version="1.0" encoding="windows-1251"?>\xe0', 'windows-1251', 'а'],
    ['a.py', '#!/usr/bin/python\n# -*- coding: latin-1 -*-\n\xe9', 'windows-1252', 'é'],
    ['a.py', '# vim: set fileencoding=cp1253 :\n\xe1', 'windows-1253', 'α'],
    ['a.el', ';; -*- mode: x; coding: iso-8859-15-unix -*-\n\xa4', 'iso-8859-15', '€'],
    ['a.po', 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=CP1250\\n"\n\x9c', 'windows-1250', 'ś'],
    ['a.py', '# coding: shift_jis\n\x93\xfa\x96\x7b', 'shift_jis', '日本'],
    ['a.py', '# coding: gb2312\n\xd6\xd0\xce\xc4', 'gbk', '中文'],
    ['a.py', '# coding: big5\n\xa4\xa4\xa4\xe5', 'big5', '中文'],
    ['a.py', '# coding: euc-kr\n\xc7\xd1\xb1\xdb', 'euc-kr', '한글'],
    ['a.py', '# coding: euc_jp\n\xc6\xfc\xcb\xdc', 'euc-jp', '日本'],
    ['a.py', '# coding: cp437\n\x82', 'cp437', 'é'],
    ['a.py', '# coding: nobody-knows\n\xe9', 'windows-1252', 'é'],
    ['a.txt', 'coding: cp1253 in a text\n\xe9', 'windows-1252', 'é'],
  ])('%s is decoded as it declares: %j', (path, source, encoding, last) => {
    const [text, message] = read(latin(source), path);
    expect(text.endsWith(last)).toBe(true);
    expect(message).toBe(`The file is not UTF-8 and was read as ${encoding}.`);
  });

  it('that declares UTF-8 is read as UTF-8', () => {
    expect(read(latin('# coding: utf-8\n\xe9'), 'a.py')[0]).toBe('# coding: utf-8\n\ufffd');
  });

  it.each(Object.keys(SINGLE_BYTE).filter((name) => !name.startsWith('cp')))('%s is as in browsers', (encoding) => {
    const all = Uint8Array.from({ length: 128 }, (_, i) => i + 128);
    const html = bytesOf(`<meta charset="${encoding}"><p>`, all);
    const { window } = new JSDOM(html, { contentType: `text/html; charset=${encoding}` });
    const ours = read(html, 'a.html')[0];
    expect(ours.slice(ours.indexOf('<p>') + 3)).toBe(window.document.querySelector('p')?.textContent);
  });
});
