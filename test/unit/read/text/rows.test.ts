import { describe, expect, it } from 'vitest';
import { listCuts } from '../../../support/scan-text.ts';

describe('rows of tables', () => {
  it('are cut into ranges of fifty; the header comes before the first', () => {
    const rows = Array.from({ length: 120 }, (_, i) => `${i},x\n`).join('');
    expect(listCuts('a.csv', `id,name\n${rows}`)).toEqual(['2:51 @1', '52:101 @52', '102:121 @102']);
    expect(listCuts('a.tsv', 'a\tb\n')).toEqual(['1:1 @1']);
    expect(listCuts('a.csv', '')).toEqual([]);
  });

  it('are halved until they fit', () => {
    const rows = Array.from({ length: 8 }, () => `${'x'.repeat(99)}\n`).join('');
    expect(listCuts('a.csv', `h\n${rows}`, 250)).toEqual(['2:3 @1', '4:5 @4', '6:7 @6', '8:9 @8']);
  });

  it('may span lines in quotes; a quote inside a cell opens none, and an unclosed one does not count', () => {
    const cell = 'a,"two\nlines, ""quoted""\n",c\n';
    expect(listCuts('a.csv', `h\n${cell}5" nail,x\n${cell.repeat(50)}`)).toEqual(['2:51 @1', '52:53 @150']);
    expect(listCuts('a.csv', `h\n"open\n${'x\n'.repeat(50)}`)).toEqual(['2:51 @1', '52:52 @52']);
  });
});

describe('entries', () => {
  it('of translations are packed by number', () => {
    const entry = '#: a.c:1\nmsgid "a"\nmsgstr "b"\n\n';
    expect(listCuts('a.po', entry.repeat(3))).toEqual(['1:3 @1']);
    expect(listCuts('a.po', entry.repeat(3), 70)).toEqual(['1:2 @1', '3:3 @9']);
    const unit = '    <trans-unit id="1">\n      <source>a</source>\n    </trans-unit>\n';
    expect(listCuts('a.xlf', `<xliff>\n<file>\n${unit.repeat(3)}</file>\n</xliff>\n`, 170)).toEqual([
      '1:2 @1',
      '3:3 @9',
    ]);
  });

  it('of subtitles are packed by time', () => {
    const srt = '1\n00:00:01,000 --> 00:00:04,000\nHello\n\n2\n00:01:05,000 --> 00:01:06,000\nWorld\n';
    expect(listCuts('a.srt', srt)).toEqual(['00:00:01…00:01:05 @1']);
    expect(listCuts('a.srt', srt, 45)).toEqual(['00:00:01 @1', '00:01:05 @5']);
    expect(listCuts('a.vtt', 'WEBVTT\n00:01.000 --> 00:02.000\nHi\n')).toEqual(['00:01 @1']);
  });

  it('of logs begin with a time and include their stack traces', () => {
    const log = '2024-01-02 10:00:00 start\n  at a\n  at b\n[2024-01-02T10:00:01Z] next\nCaused by x\n';
    expect(listCuts('a.log', log, 30)).toEqual([' @1', ' @4']);
    expect(listCuts('a.log', 'no times\nat all\n')).toEqual([]);
  });
});

describe('files of a diff', () => {
  const hunk = '@@ -1,2 +1,3 @@\n a\n--- no head\n+++ b/no/head\n+x\n';

  it('are named by their new path; lines that look like heads are content', () => {
    const text = `From: x\n\ndiff --git a/src/a.ts b/src/a.ts\nindex 1..2\n--- a/src/a.ts\n+++ b/src/a.ts\n${hunk}diff --git a/b.png b/b.png\nBinary files differ\n--- c.txt\t2024\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`;
    expect(listCuts('a.diff', text)).toEqual(['src/a.ts @3', 'b.png @12', 'c.txt @14']);
  });

  it('are cut at their hunks if they are large', () => {
    const text = `--- a/x\n+++ b/x\n${hunk}@@ -9 +10,2 @@ f()\n a\n+b\n`;
    expect(listCuts('a.patch', text)).toEqual(['x @1']);
    expect(listCuts('a.patch', text, 40)).toEqual(['x:1 @1', 'x:10 @8']);
  });
});
