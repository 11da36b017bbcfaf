import { toAsciiLower } from '../../../lib/ascii.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const SECONDS_A_DAY = 86_400;

/** Checks for a day or time field. Quoted and bracketed text doesn't count, except for elapsed hours. */
export function isDateFormat(section: string): boolean {
  const bare = section.replace(/"[^"]*"|\\.|_.|\*./g, '');
  return /\[(h+|m+|s+)\]/i.test(bare) || /[ymdhs]/i.test(bare.replace(/\[[^\]]*\]|General|E[+-]/gi, ''));
}

const TOKEN = /"([^"]*)"|\\(.)|\[([hms])+\]|\[[^\]]*\]|_.|\*.|(AM\/PM|A\/P)|(y+|m+|d+|h+|s+(?:\.0+)?)|([\s\S])/gi;

/** The format returns undefined for a number that isn't a day. */
export function createDateFormat(
  section: string,
  { is1904 }: { readonly is1904: boolean },
): (serial: number) => string | undefined {
  const tokens = [...section.matchAll(TOKEN)];
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
