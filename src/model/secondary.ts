/** Folders of what is written around a matter instead of about it. */
const FOLDER =
  /(?:^|\/)(?:tests?|__tests__|specs?|__specs__|fixtures?|__fixtures__|__mocks__|examples?|vendor|third[_-]party)\//i;
/** `test_store.py`, `store_test.go`, `store.spec.ts`. */
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*(?:_test|[._-]spec|\.test))\.\w+$/i;
const CHANGE_LOG =
  /(?:^|\/)(?:(?:change-?_?logs?|changes|history|news|release-?_?notes|what-?_?s-?_?new)(?:[._-][^/]*)?$|(?:change-?_?logs?|releases|release-?_?notes|whatsnew)\/)/i;
const WORD =
  /^(?:tests?|testing|specs?|fixtures?|mocks?|examples?|vendor(?:ed)?|change-?_?logs?|changes|history|news|releases?|notes)$/i;

/** Tests, fixtures, examples, vendored files and change logs: they use every name and define few. */
export function isSecondary(path: string, isCode: boolean): boolean {
  return FOLDER.test(path) || TEST_FILE.test(path) || (!isCode && CHANGE_LOG.test(path));
}

/** Whoever says so wants them as much as the rest. */
export function namesSecondary(words: readonly string[]): boolean {
  return words.some((word) => word.split(/[^\w-]+/).some((part) => WORD.test(part)));
}
