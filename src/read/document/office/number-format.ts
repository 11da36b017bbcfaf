import { toAsciiLower } from '../../../lib/ascii.ts';
import { trimEndOf } from '../../../lib/trim-end.ts';

/** Formats that files refer to only by number. */
export const BUILT_IN_FORMATS: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
]);

/** The longest format code that sheets allow. */
export const MAX_CODE_CHARS = 255;

interface FormatOptions {
  /** Days count from 1904 instead of 1900. */
  readonly is1904: boolean;
}

export type NumberFormat = (value: number) => string;

/** Formats numbers as a sheet does. An unsupported format shows the plain number. The code is parsed once for all its cells. */
export function createNumberFormat(code: string, options: FormatOptions): NumberFormat {
  const sections = code.length > MAX_CODE_CHARS ? [''] : splitSections(code);
  const [usual, negative, zero] = sections.map((section) => section && createSectionFormat(section, options));
  const plain = usual || createSectionFormat('', options);
  return (value) => {
    if (!Number.isFinite(value)) return '';
    const format = (value < 0 && negative) || (value === 0 && zero) || plain;
    // A separate section for negative numbers includes its own sign.
    return format(value, value < 0 && sections.length > 1);
  };
}

type SectionFormat = (value: number, hasOwnSign: boolean) => string;

function createSectionFormat(section: string, options: FormatOptions): SectionFormat {
  if (!isDateFormat(section)) {
    const plain = createPlainFormat(section);
    return (value, hasOwnSign) => plain(hasOwnSign ? -value : value);
  }
  const format = createDateFormat(section, options);
  return (value) => format(value) ?? toGeneral(value);
}

const DIGITS = 11;

/** Formats with eleven digits, as sheets do without a format. */
export function toGeneral(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  return text.replace(/e([+-])(\d)$/, 'E$10$2').replace('e', 'E');
}

function splitSections(code: string): string[] {
  const sections = [''];
  for (let i = 0; i < code.length; i++) {
    const char = code[i] as string;
    const end =
      char === '"' ? code.indexOf('"', i + 1) : char === '[' ? code.indexOf(']', i + 1) : char === '\\' ? i + 1 : -1;
    if (char === ';') sections.push('');
    else {
      const stop = Math.max(end, i);
      sections[sections.length - 1] += code.slice(i, stop + 1);
      i = stop;
    }
  }
  return sections;
}

/** Literals, and everything from the first digit placeholder to the last. */
const TOKEN =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|_.|\*.|([0#?][0#?,.\s]*(?:E[+-][0#?]+)?|\.[0#?]+)|(General)|([\s\S])/gi;

function createPlainFormat(section: string): NumberFormat {
  const percents = section.replace(/"[^"]*"|\\./g, '').split('%').length - 1;
  if (/[0#?]\s*\/|^@$/.test(section) || section.trim() === '') return toGeneral;
  const tokens = [...section.matchAll(TOKEN)];
  return (value) => {
    let scaled = value;
    for (let i = 0; i < Math.min(percents, 4); i++) scaled *= 100;
    return formatPlain(value, scaled, tokens);
  };
}

function formatPlain(value: number, scaled: number, tokens: readonly RegExpExecArray[]): string {
  let text = '';
  let isDone = false;
  for (const [, quoted, escaped, currency, digits, general, other] of tokens) {
    if (quoted !== undefined) text += quoted;
    else if (escaped !== undefined) text += escaped;
    else if (currency !== undefined) text += currency;
    else if (digits !== undefined) {
      if (!isDone) text += formatDigits(scaled, digits);
      isDone = true;
    } else if (general !== undefined) {
      text += toGeneral(scaled);
      isDone = true;
    } else text += other ?? '';
  }
  const shown = text.trim();
  return isDone || shown !== '' ? shown : toGeneral(value);
}

function formatDigits(value: number, pattern: string): string {
  const exponent = /E[+-]([0#?]+)$/i.exec(pattern);
  const mantissa = exponent ? pattern.slice(0, exponent.index) : pattern;
  const point = mantissa.indexOf('.');
  const whole = point < 0 ? mantissa : mantissa.slice(0, point);
  const fraction = point < 0 ? '' : mantissa.slice(point + 1).replace(/[^0#?]/g, '');
  const decimals = Math.min(fraction.length, 20);
  if (exponent) return toScientific(value, decimals, (exponent[1] as string).length);
  // Each comma after the last digit divides by a thousand.
  const trimmed = mantissa.trimEnd();
  const commas = trimmed.length - trimEndOf(trimmed, ',').length;
  let scaled = Math.abs(value);
  for (let i = 0; i < Math.min(commas, 4); i++) scaled /= 1000;
  if (scaled >= 1e21) return toGeneral(value);
  const [digits = '', rest = ''] = scaled.toFixed(decimals).split('.');
  const grouped = /[0#?],+[0#?]/.test(whole) ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits;
  const least = (whole.match(/0/g) ?? []).length;
  const padded = least === 0 && grouped === '0' ? '' : grouped.padStart(least, '0');
  const kept = trimOptional(rest, fraction);
  const text = kept === '' ? padded : `${padded}.${kept}`;
  const isZero = !/[1-9]/.test(digits + rest);
  return value < 0 && !isZero ? `-${text}` : text;
}

/** `#` shows a digit only if there is one. */
function trimOptional(digits: string, pattern: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0' && pattern[end - 1] !== '0') end--;
  return digits.slice(0, end);
}

function toScientific(value: number, decimals: number, exponentDigits: number): string {
  const [mantissa = '', exponent = '+0'] = value.toExponential(decimals).split('e');
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}E${sign}${exponent.slice(1).padStart(exponentDigits, '0')}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const SECONDS_A_DAY = 86_400;

/** Checks for a day or time field. Quoted and bracketed text doesn't count, except for elapsed hours. */
function isDateFormat(section: string): boolean {
  const bare = section.replace(/"[^"]*"|\\.|_.|\*./g, '');
  return /\[(h+|m+|s+)\]/i.test(bare) || /[ymdhs]/i.test(bare.replace(/\[[^\]]*\]|General|E[+-]/gi, ''));
}

const DATE_TOKEN = /"([^"]*)"|\\(.)|\[([hms])+\]|\[[^\]]*\]|_.|\*.|(AM\/PM|A\/P)|(y+|m+|d+|h+|s+(?:\.0+)?)|([\s\S])/gi;

/** The format returns undefined for a number that isn't a day. */
function createDateFormat(
  section: string,
  { is1904 }: { readonly is1904: boolean },
): (serial: number) => string | undefined {
  const tokens = [...section.matchAll(DATE_TOKEN)];
  const isBeforeSeconds = listBeforeSeconds(tokens);
  const isTwelve = tokens.some((token) => token[4] !== undefined);
  const decimals = Math.min(3, /s\.(0+)/i.exec(section)?.[1]?.length ?? 0);
  return (serial) => {
    const moment = toMoment(serial, { is1904, decimals });
    return moment && formatMoment(moment, { tokens, isBeforeSeconds, isTwelve });
  };
}

interface DateParts {
  readonly tokens: readonly RegExpExecArray[];
  /** One entry per token. */
  readonly isBeforeSeconds: readonly boolean[];
  readonly isTwelve: boolean;
}

function formatMoment(moment: Moment, { tokens, isBeforeSeconds, isTwelve }: DateParts): string {
  let text = '';
  let isTime = false;
  tokens.forEach(([, quoted, escaped, elapsed, half, field, other], i) => {
    if (quoted !== undefined || escaped !== undefined) text += quoted ?? escaped;
    else if (elapsed !== undefined) {
      text += toElapsed(moment, elapsed);
      isTime = true;
    } else if (half !== undefined) text += moment.hour < 12 ? 'AM' : 'PM';
    else if (field !== undefined) {
      const letter = field[0] as string;
      const isMinute = /m/i.test(letter) && field.length < 3 && (isTime || isBeforeSeconds[i] === true);
      text += isMinute ? pad(moment.minute, field.length) : toField(moment, field, isTwelve);
      isTime = /[hs]/i.test(letter) || (isTime && isMinute);
      if (/[yd]/i.test(letter)) isTime = false;
    } else text += other ?? '';
  });
  return text.trim();
}

interface Moment {
  readonly days: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: string;
  readonly wholeSecond: number;
}

const MAX_SERIAL = 2_958_466;

function toMoment(serial: number, { is1904, decimals }: { is1904: boolean; decimals: number }): Moment | undefined {
  if (serial < 0 || serial >= MAX_SERIAL) return undefined;
  const unit = [1, 10, 100, 1000][decimals] as number;
  const ticks = Math.round(serial * SECONDS_A_DAY * unit);
  const days = Math.floor(ticks / (SECONDS_A_DAY * unit));
  const rest = ticks - days * SECONDS_A_DAY * unit;
  const seconds = Math.floor(rest / unit);
  const wholeSecond = seconds % 60;
  const fraction = decimals === 0 ? '' : `.${pad(rest % unit, decimals)}`;
  return {
    days,
    ...toCivil(is1904 ? days + 1462 : days),
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: `${wholeSecond}${fraction}`,
    wholeSecond,
  };
}

/** Converts a serial day; day 60 is 29 February 1900, which never existed. */
function toCivil(serial: number): Pick<Moment, 'year' | 'month' | 'day' | 'weekday'> {
  if (serial === 60) return { year: 1900, month: 2, day: 29, weekday: 3 };
  const date = new Date(Date.UTC(1899, 11, serial < 60 ? serial + 31 : serial + 30));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: (serial + 6) % 7,
  };
}

/** Returns, for each token, whether the next field after it is seconds. */
function listBeforeSeconds(tokens: readonly RegExpExecArray[]): boolean[] {
  const found = new Array<boolean>(tokens.length);
  let isNext = false;
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i] as RegExpExecArray;
    found[i] = isNext;
    if (token[5] !== undefined || token[3] !== undefined) isNext = /^\[?s/i.test(token[0]);
  }
  return found;
}

function toElapsed({ days, hour, minute, wholeSecond }: Moment, letter: string): string {
  const hours = days * 24 + hour;
  if (/h/i.test(letter)) return String(hours);
  const minutes = hours * 60 + minute;
  return String(/m/i.test(letter) ? minutes : minutes * 60 + wholeSecond);
}

function toField(moment: Moment, field: string, isTwelve: boolean): string {
  const { length } = field;
  switch (toAsciiLower(field.slice(0, 1))) {
    case 'y':
      return length > 2 ? pad(moment.year, 4) : pad(moment.year % 100, 2);
    case 'm':
      return length > 4
        ? (MONTHS[moment.month - 1] ?? '').slice(0, 1)
        : toNamed(MONTHS[moment.month - 1], moment.month, length);
    case 'd':
      return toNamed(DAYS[moment.weekday], moment.day, length);
    case 'h':
      return pad(isTwelve ? moment.hour % 12 || 12 : moment.hour, length);
    default: {
      const places = field.indexOf('.') < 0 ? length : field.indexOf('.');
      return moment.wholeSecond < 10 && places > 1 ? `0${moment.second}` : moment.second;
    }
  }
}

/** A field of three letters shows three of the name. */
function toNamed(name = '', value: number, length: number): string {
  return length > 2 ? name.slice(0, length === 3 ? 3 : undefined) : pad(value, length);
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
