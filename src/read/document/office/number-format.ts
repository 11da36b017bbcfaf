import { trimEndOf } from '../../../lib/trim-end.ts';
import { createDateFormat, isDateFormat } from './date-format.ts';

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

export interface FormatOptions {
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
