import { formatDate, isDateFormat } from './date-format.ts';

/** Formats that files refer to by number alone. */
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

export interface FormatOptions {
  /** Days are counted from 1904. */
  readonly is1904: boolean;
}

/** A number as a sheet shows it. A format that asks for what is not known here shows the number itself. */
export function formatNumber(value: number, code: string, options: FormatOptions): string {
  if (!Number.isFinite(value)) return '';
  const sections = splitSections(code);
  const isNegative = value < 0;
  const section = (isNegative && sections[1]) || (value === 0 && sections[2]) || sections[0] || '';
  if (isDateFormat(section)) return formatDate(value, section, options) ?? toGeneral(value);
  // A section of its own for what is below zero brings its own sign.
  const hasOwnSign = isNegative && sections.length > 1;
  return formatPlain(hasOwnSign ? -value : value, section);
}

const DIGITS = 11;

/** Eleven digits, as sheets show what has no format. */
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

/** Literals, and everything between the first and the last place for a digit. */
const TOKEN =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|([0#?][0#?,.\s]*(?:E[+-][0#?]+)?|\.[0#?]+)|(General)|([\s\S])/gi;

function formatPlain(value: number, section: string): string {
  const percents = section.replace(/"[^"]*"|\\./g, '').split('%').length - 1;
  let scaled = value;
  for (let i = 0; i < Math.min(percents, 4); i++) scaled *= 100;
  if (/[0#?]\s*\/|^\s*$|^@$/.test(section)) return toGeneral(value);
  let text = '';
  let isDone = false;
  for (const [, quoted, escaped, currency, digits, general, other] of section.matchAll(TOKEN)) {
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
  // Commas behind the last digit divide by a thousand each.
  const commas = /,*\s*$/.exec(mantissa)?.[0].trim().length ?? 0;
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

/** `#` shows a digit only where there is one. */
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
