/** `test_store.py`, `store_test.go`, `store.spec.ts`, and their folders. */
const TEST =
  /(?:^|\/)(?:(?:tests?|__tests__|specs?|__specs__|fixtures?|__fixtures__|__mocks__)\/|test_[^/]*\.\w+$|[^/]*(?:_test|[._-]spec|\.test)\.\w+$)/i;
/** Source sets and classes of Kotlin, Java and PHP: `jvmTest/`, `StoreTest.kt`. Their capital tells them from `latest`. */
const TEST_CLASS = /(?:^|\/)[a-z][A-Za-z]*Tests?\/|[a-z0-9]Tests?\.[a-z]+$/;
const EXAMPLE = /(?:^|\/)(?:examples?|samples?)\//i;
const VENDORED = /(?:^|\/)(?:vendor|third[_-]party)\//i;
const CHANGE_LOG =
  /(?:^|\/)(?:(?:change-?_?logs?|changes|history|news|release-?_?notes|what-?_?s-?_?new)(?:[._-][^/]*)?$|(?:change-?_?logs?|releases|release-?_?notes|whatsnew)\/)/i;
const WORD =
  /^(?:tests?|testing|specs?|fixtures?|mocks?|examples?|vendor(?:ed)?|change-?_?logs?|changes|history|news|releases?|notes)$/i;

export type Secondary = 'test' | 'example' | 'vendored' | 'change-log';

/** Returns the kind of a file that rarely answers a question: tests, examples, vendored files and change logs use every name and define few. */
export function findSecondary(path: string, isCode: boolean): Secondary | undefined {
  if (TEST.test(path) || (isCode && TEST_CLASS.test(path))) return 'test';
  if (EXAMPLE.test(path)) return 'example';
  if (VENDORED.test(path)) return 'vendored';
  return !isCode && CHANGE_LOG.test(path) ? 'change-log' : undefined;
}

export function isSecondary(path: string, isCode: boolean): boolean {
  return findSecondary(path, isCode) !== undefined;
}

/** Returns whether the query mentions such files; then they rank like other files. */
export function namesSecondary(words: readonly string[]): boolean {
  return words.some((word) => word.split(/[^\w-]+/).some((part) => WORD.test(part)));
}

/** Returns whether a question asks for tests as well. */
export function asksForTests(question: string): boolean {
  return /\b(?:tests?|specs?|unit-tests?)\b/i.test(question);
}
