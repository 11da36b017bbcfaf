/** `test_store.py`, `store_test.go`, `store.spec.ts`, and their folders and data. */
const TEST =
  /(?:^|\/)(?:(?:tests?|__tests__|specs?|__specs__|fixtures?|__fixtures__|__mocks__|test[_-]?data|golden)\/|test_[^/]*\.\w+$|[^/]*(?:_test|[._-]spec|\.test)\.\w+$)/i;
/** Source sets and classes of Kotlin, Java and PHP: `jvmTest/`, `StoreTest.kt`. Their capital tells them from `latest`. */
const TEST_CLASS = /(?:^|\/)[a-z][A-Za-z]*Tests?\/|[a-z0-9]Tests?\.[a-z]+$/;
const EXAMPLE = /(?:^|\/)(?:examples?|samples?)\//i;
const VENDORED = /(?:^|\/)(?:vendor|third[_-]party)\//i;
/** Docsets and indexes of a documentation, minified and bundled files and their maps, copies of a library with its version, lock files, snapshots, and code that a tool wrote. */
const GENERATED =
  /\.docset\/|(?:^|\/)(?:docsets|__snapshots__|__generated__|generated)\/|(?:^|\/)(?:search(?:[_-]?index)?\.js(?:on)?|[^/]*[.-]lock(?:\.json|\.ya?ml|b)?|go\.sum|npm-shrinkwrap\.json)$|\.snap$|[.-]min\.\w+$|\.(?:cjs|esm|umd|iife|bundle)\.js$|-\d+\.\d+(?:\.\d+)*\.(?:js|css)$|\.(?:js|css)\.map$|\.pb\.\w+$|_pb2(?:_grpc)?\.pyi?$|[._-](?:gen|generated|designer|g)\.[a-z]+$/i;
const CHANGE_LOG =
  /(?:^|\/)(?:(?:change-?_?logs?|changes|history|news|release-?_?notes|what-?_?s-?_?new)(?:[._-][^/]*)?$|(?:change-?_?logs?|releases|release-?_?notes|whatsnew)\/)/i;
const WORD =
  /^(?:tests?|testing|specs?|fixtures?|mocks?|examples?|vendor(?:ed)?|test-?_?data|golden|snap|docsets?|min|minified|lockfiles?|[a-z]+-lock|change-?_?logs?|changes|history|news|releases?|notes)$/i;

/** The same patterns for databases, whose ways to ignore case differ. */
export const SECONDARY = {
  code: TEST_CLASS.source,
  anyCase: {
    all: [TEST, EXAMPLE, VENDORED].map(({ source }) => source).join('|'),
    prose: CHANGE_LOG.source,
    generated: GENERATED.source,
    word: WORD.source,
  },
} as const;

export type Secondary = 'test' | 'example' | 'vendored' | 'generated' | 'change-log';

/** Returns the kind of a file that rarely answers a question: tests, examples, vendored and generated files and change logs use every name and define few. */
export function findSecondary(path: string, isCode: boolean): Secondary | undefined {
  if (TEST.test(path) || (isCode && TEST_CLASS.test(path))) return 'test';
  if (EXAMPLE.test(path)) return 'example';
  if (VENDORED.test(path)) return 'vendored';
  if (GENERATED.test(path)) return 'generated';
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
