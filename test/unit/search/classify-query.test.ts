import { describe, expect, it } from 'vitest';
import { classifyQuery, findFrameFiles } from '../../../src/search/classify-query.ts';
import { parseQuery } from '../../../src/search/parse-query.ts';

const classify = (text: string) => classifyQuery(text, parseQuery(text));
/** Words of a message, values in brackets. */
const read = (text: string): string => {
  const type = classify(text);
  return type.kind === 'message'
    ? type.words.map((word) => (word.isValue ? `(${word.text})` : word.text)).join(' ')
    : type.kind;
};
const frames = (text: string) => {
  const type = classify(text);
  return type.kind === 'message' ? type.frames.map(({ path, line }) => `${path.replace(/^\/+/, '')}:${line}`) : [];
};

describe('a query is', () => {
  it.each(['linger.ms', 'LINGER_MS_CONFIG', '--no-verify', 'E0308', 'TS2345', 'getUserName()', 'src/app', '.eslintrc'])(
    'a literal: %s',
    (text) => expect(classify(text).kind).toBe('literal'),
  );
  it.each([
    'install',
    'über',
    'naïve',
    '検索',
    'how does the "retry limit" work?',
    'cafe -closed',
    'lang:ts retry',
    '"the quick brown"',
    'error handling of uploads',
  ])('words: %s', (text) => expect(classify(text).kind).toBe('words'));
});

describe('words may be a message', () => {
  const readTemplate = (text: string) => {
    const type = classify(text);
    return type.kind !== 'words' || type.template === undefined
      ? type.kind
      : type.template.map((word) => (word.isValue ? `(${word.text})` : word.text)).join(' ');
  };
  it.each([
    ['unknown action: foo-bar', 'unknown action (foo-bar)'],
    ['invalid color specification: fg+:bold:none', 'invalid color specification (fg+:bold:none)'],
    ["unknown style 'foo-bar'", "unknown style ('foo-bar')"],
    // Without two fixed words, or with more than a value, they are a title.
    ['Bug: foo-bar', 'words'],
    ['Feature request: another theme', 'words'],
    ['unknown action', 'words'],
    ['what is an unknown action: foo?', 'words'],
  ])('with a value: %s', (text, wanted) => expect(readTemplate(text)).toBe(wanted));
});

describe('a pasted message', () => {
  it.each([
    [
      'Exception in thread "OkHttp Dispatcher" java.lang.IllegalStateException: cannot make a new request',
      '(IllegalStateException) : cannot make a new request',
    ],
    ['Target class [FooController] does not exist.', 'Target class [FooController] does not exist.'],
    ['Target class [orders] does not exist.', 'Target class ([orders]) does not exist.'],
    ["2026-11-02 10:14:07.311 ERROR 1 --- [main] o.s.Boot : no bean named 'orders'", "no bean named ('orders')"],
    ['ts=2026-11-02T10:14:07Z caller=db.go:1 level=error err="no space left on device"', '"no space left on device"'],
    ['{"level":"error","msg":"no space left on device"}', '("error") "no space left on device" }'],
    // Without its fields nothing would be left.
    ['ERROR source.size=42 < byteCount=100', 'source.size= (42) < byteCount= (100)'],
    [
      'java.lang.IllegalArgumentException: size=42 offset=7 byteCount=51',
      '(IllegalArgumentException) : size= (42) offset= (7) byteCount= (51)',
    ],
    ['panic: unexpected 42 bytes in /srv/app/data.bin', 'panic: unexpected (42) bytes in (/srv/app/data.bin)'],
  ])('%s has values in place of placeholders', (text, wanted) => expect(read(text)).toBe(wanted));

  it('has the words of the exception; other lines of the program that logs it count as values', () => {
    expect(read('save failed today\nValueError: no such unit\nbye')).toBe(
      '(save) (failed) (today) (ValueError) : no such unit (bye)',
    );
  });

  it.each([
    ['  at com.foo.Sender.run(Sender.java:311)', 'com/foo/Sender.java:311'],
    ['TypeError: x is undefined\n    at run (https://a.example/app.js:12:7)', 'a.example/app.js:12'],
    ['  File "lib/x.py", line 3, in run', 'lib/x.py:3'],
    ['#0 /srv/app/Run.php(31): App->run()', 'srv/app/Run.php:31'],
    ['src/main.rs:10:5', 'src/main.rs:10'],
    ['Uncaught Error: no in /srv/run.php on line 7', 'srv/run.php:7'],
    ['at App.Run() in C:\\src\\App.cs:line 12', 'C:/src/App.cs:12'],
  ])('%s names %s', (text, place) => expect(frames(text)).toEqual([place]));

  it('has the innermost call of Python last', () => {
    expect(frames('Traceback (most recent call last):\n  File "a.py", line 3\n  File "b.py", line 4\nE: no')).toEqual([
      'b.py:4',
      'a.py:3',
    ]);
  });

  it('means the file with the longest common end of its path, and none if many are called the same', () => {
    const paths = ['a/app.js', 'b/src/app.js', 'my-app.js', ...['c', 'd', 'e', 'f'].map((name) => `${name}/index.js`)];
    expect(findFrameFiles({ path: '/srv/b/src/app.js', line: 1 }, paths)).toEqual([1]);
    expect(findFrameFiles({ path: 'my-app.js', line: 1 }, paths)).toEqual([2]);
    expect(findFrameFiles({ path: 'index.js', line: 1 }, paths)).toEqual([]);
  });
});
