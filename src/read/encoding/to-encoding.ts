import { toAsciiLower } from '../../lib/ascii.ts';
import { SINGLE_BYTE } from './single-byte.ts';

/** Returns the name that tables and decoders use for an encoding; undefined for an unknown one. */
export function toEncoding(label: string): string | undefined {
  const name = toAsciiLower(label)
    .replace(/[_ ]/g, '-')
    .replace(/-(?:unix|dos|mac)$/, '');
  const known = ALIASES.get(name) ?? ALIASES.get(name.replace(/-/g, ''));
  return known ?? (name in SINGLE_BYTE ? name : undefined);
}

const ALIASES: ReadonlyMap<string, string> = new Map(listAliases());

function* listAliases(): Generator<readonly [string, string]> {
  yield* names('utf-8', 'utf8 utf8emacs');
  yield* names('windows-1252', 'latin1 iso88591 ascii usascii l1 cp819 ansix3.41968');
  yield* names('windows-1254', 'latin5 iso88599 l5');
  yield* names('windows-874', 'iso885911 tis620');
  const latins = { 2: 2, 3: 3, 4: 4, 6: 10, 7: 13, 8: 14, 9: 15, 10: 16 };
  for (const [latin, part] of Object.entries(latins)) yield* names(`iso-8859-${part}`, `latin${latin} l${latin}`);
  for (const name of Object.keys(SINGLE_BYTE)) yield* names(name, name.replace(/-/g, ''));
  for (let page = 1250; page <= 1258; page++) yield* names(`windows-${page}`, `cp${page} xcp${page} win${page}`);
  yield* names('koi8-r', 'koi8 koi koi8r');
  yield* names('macintosh', 'macroman mac xmacroman');
  yield* names('x-mac-cyrillic', 'maccyrillic');
  yield* names('ibm866', 'cp866');
  for (const page of ['437', '850', '852']) yield* names(`cp${page}`, `ibm${page}`);
  yield* names('gb18030', 'gb18030');
  yield* names('gbk', 'gbk gb2312 cp936 chinese euccn windows936 xgbk');
  yield* names('big5', 'big5 cp950 big5hkscs big5tw');
  yield* names('euc-jp', 'eucjp ujis xeucjp');
  yield* names('shift_jis', 'shiftjis sjis cp932 ms932 windows31j mskanji xsjis');
  yield* names('euc-kr', 'euckr cp949 uhc ksc56011987 ksc5601 korean windows949');
}

function* names(name: string, labels: string): Generator<readonly [string, string]> {
  for (const label of labels.split(' ')) yield [label, name];
}
