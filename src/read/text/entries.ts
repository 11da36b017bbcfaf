import type { Lines } from './lines.ts';
import { packEntries } from './pack-entries.ts';
import type { TextScan } from './text-scanner.ts';

/** Cuts a translation catalogue into entries, by number, each with the comments above it. */
export function scanPo(lines: Lines, targetChars: number): TextScan {
  const starts = findLines(lines, (line) => !lines.isBlank(line) && (line === 0 || lines.isBlank(line - 1)));
  return { cuts: packEntries(lines, { starts, toAddress: toNumbers }, targetChars) };
}

const UNIT = /<(?:trans-unit|unit)\s/;

/** Finds XLIFF units that begin on lines of their own, by number. */
export function scanXliff(lines: Lines, targetChars: number): TextScan {
  const starts = findLines(lines, (line) => {
    const from = lines.start(line) + lines.indent(line);
    return UNIT.test(lines.text.slice(from, Math.min(from + 16, lines.end(line))));
  });
  return { cuts: packEntries(lines, { starts, toAddress: toNumbers }, targetChars) };
}

function findLines(lines: Lines, isWanted: (line: number) => boolean): number[] {
  return Array.from({ length: lines.count }, (_, line) => line).filter(isWanted);
}

function toNumbers(first: number, last: number): string {
  return `${first + 1}:${last + 1}`;
}

const TIMING = /^[ \t]*((?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}[ \t]+-->/;

/** Finds subtitle cues, by the times of the first and the last. The line above a time is the cue's name. */
export function scanCues(lines: Lines, targetChars: number): TextScan {
  const starts: number[] = [];
  const times: string[] = [];
  for (let line = 0; line < lines.count; line++) {
    const time = TIMING.exec(lines.slice(line).slice(0, 80))?.[1];
    if (time === undefined) continue;
    const hasName = line > 0 && !lines.isBlank(line - 1) && (line === 1 || lines.isBlank(line - 2));
    starts.push(hasName && !lines.startsWith(line - 1, 'WEBVTT') ? line - 1 : line);
    times.push(time);
  }
  const toAddress = (first: number, last: number): string =>
    first === last ? (times[first] as string) : `${times[first]}…${times[last]}`;
  return { cuts: packEntries(lines, { starts, toAddress }, targetChars) };
}

const STAMP =
  /^[[(<]?(?:\w{3,9}[ ,]{1,2})?(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2}[-/:.]\w{2,3}[-/:.]\d{2,4}|\w{3} [ \d]?\d \d{2}:)/;

/** Log entries begin with a time; lines without one, such as a stack trace, stay with their entry. */
export function scanLog(lines: Lines, targetChars: number): TextScan {
  const starts = findLines(lines, (line) => {
    const start = lines.start(line);
    return STAMP.test(lines.text.slice(start, Math.min(start + 40, lines.end(line))));
  });
  return { cuts: packEntries(lines, { starts, toAddress: () => '' }, targetChars) };
}
