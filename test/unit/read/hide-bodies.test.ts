import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import { hideBodies } from '../../../src/read/code/hide-bodies.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { nodeParser } from '../../support/node-parser.ts';

const reader = createCodeReader(nodeParser);

async function namesOf(text: string, language = 'cpp'): Promise<readonly string[]> {
  const outline = await reader.read(toUtf8(text), language);
  return (outline?.cuts ?? []).map((cut) => `${cut.symbolLine}-${cut.endLine} ${cut.name}`);
}

/** Blanks do not matter to a parser. */
function hide(text: string): string {
  return hideBodies(text).replace(/[ \t]+/g, ' ');
}

const HIDDEN = 'secret();';

describe('hiding bodies from the parser', () => {
  it.each([
    ['a function', 'int f(void) { secret(); }'],
    ['one whose brace stands alone', 'static int\nf(void)\n{\n  secret();\n}'],
    ['a function that gives a struct', 'struct point make(int x) { secret(); }'],
    ['a method', 'class A { int f() const noexcept override { secret(); } };'],
    ['an operator', 'struct A { bool operator()(int x) const { secret(); } };'],
    ['operators that look like other things', 'A& A::operator=(const A& o) { secret(); }'],
    ['an operator of angles', 'bool operator<(A a, A b) { secret(); }'],
    ['a conversion', 'struct A { explicit operator bool() const { secret(); } };'],
    ['a destructor', 'A::~A() { secret(); }'],
    ['a trailing type', 'auto f(int a) -> std::vector<int> { secret(); }'],
    ['initialisers in parentheses', 'A::A() : a(1), b(2) { secret(); }'],
    ['initialisers in braces', 'A::A() : a{1}, b{2} { secret(); }'],
    ['initialisers of a template and a pack', 'template <class... T> A<T...>::A(T... t) : B<T>{t}... { secret(); }'],
    ['a function that is tried', 'A::A() try : a(1) { secret(); } catch (...) { secret(); }'],
    [
      'parameters of a template with signs',
      'template <int N = (1 > 2), class T = B<C<int>>> void f(T a) { secret(); }',
    ],
    ['a template that asks', 'template <class T> void f(T t) requires C<T> && (sizeof(T) > 1) { secret(); }'],
    ['a lambda as a default', 'int f(int (*g)(int) = [](int a) { return a; }) { secret(); }'],
    ['attributes', '[[nodiscard]] __attribute__((hot)) int f(int a) __attribute__((cold)) { secret(); }'],
    ['macros after the parameters', 'int f(int a) __THROW API_NONNULL((1)) { secret(); }'],
    ['a macro that looks like a function', 'TEST(Suite, Name) { secret(); }'],
    ['values', 'static const struct row rows[] = { { secret() }, { secret(); } };'],
    ['a function that returns an enum', 'enum Mode f(int a) { secret(); }'],
    ['a lambda that is kept', 'auto f = [](int a) { secret(); };'],
    ['braces in strings', 'int f(void) { a("}"); b("\\"}"); c(\'}\'); c(\'\\\'\'); secret(); }'],
    ['braces in comments', 'int f(void) { /* } */ // }\n secret(); }'],
    ['braces in raw strings', 'int f() { a(R"x(}")y" })x"); secret(); }'],
    ['digits with separators', "int f() { int a = 1'000'000; int b = 0xff'ff; secret(); }"],
    ['characters with a prefix', "int f() { a(u8'}', L'}'); secret(); }"],
    ['whole branches', 'int f(void) {\n#if A\n  a();\n#else\n  b();\n#endif\n  secret();\n}'],
    [
      'the same brace in two branches',
      'int f(void) {\n#if A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n  secret();\n}',
    ],
    [
      'a brace in two branches of one kind',
      'int f(void) {\n#if A\n  if (a) {\n#endif\n  a();\n#if A\n  }\n#endif\n  secret();\n}',
    ],
    ['macros in it', 'int f(void) {\n#define X {\n  secret();\n}'],
    ['branches in the parameters', 'int f(int a\n#if A\n  , int b\n#endif\n  )\n{\n  secret();\n}'],
  ])('covers %s', (_, text) => {
    expect(hide(text)).not.toContain(HIDDEN);
    expect(hide(text).split('\n')).toHaveLength(text.split('\n').length);
    expect([...hide(text)].filter((c) => c === '{')).toHaveLength([...hide(text)].filter((c) => c === '}').length);
  });

  it.each([
    ['a class', 'class A { int a; };'],
    ['a class with bases', 'class A : public B<int()>, C(x) { int a; };'],
    ['a class with a macro', 'struct ALIGNED(8) A { int a; };'],
    ['a class with an alignment', 'struct alignas(16) A { int a; };'],
    ['a class without a name', 'union __attribute__((packed)) { int a; };'],
    ['a special class', 'template <> struct A<int(int)> { int a; };'],
    ['a class that asks', 'template <class T> requires requires(T t) { t.go(); } class A { int a; };'],
    ['a namespace', 'inline namespace v1 { int a; }'],
    ['language', 'extern "C" { int a; }'],
    ['requirements', 'template <class T> concept C = requires(T t) { int a; };'],
    ['half a body', 'int f(void) {\n#if A\n  int a; }\n#else\n  b(); }\n#endif\nint g;'],
    ['a body begun twice', '#if A\nint f(int x) {\n#else\nint f(long x) {\n#endif\n  int a;\n}'],
    ['more beginnings than ends', 'int f(void) {\n#if A\n  if (x) {\n#endif\n  int a;\n}\nint g(void) {\n}\n'],
    ['what never ends', 'int f(void) { int a;'],
    ['what never ends in a string', 'int f(void) { R"x( int a; }'],
    ['what never ends in a comment', 'int f(void) { int a; /* }'],
    ['old C', 'int f(a, b) int a; int b; { int a; }'],
  ])('does not cover %s', (_, text) => {
    expect(hide(text)).toContain('int a;');
  });

  it('keeps comments, conditions and macros, but not their text', () => {
    const text =
      '/* one\n two */\n// three\n// four\n#if defined(A) && \\\n  defined(B)\n#define F(x) \\\n  (x)\n#include <a.h>\n';
    expect(hide(text)).toBe('/* \n*/\n/*\n*/\n#if 1 \\\n\n#define F(x) 0 \\\n\n \n');
  });

  it('keeps one parameter, which distinguishes a declaration from a call', () => {
    expect(hide('API void CALL f(const char *name,\n  int flags);')).toBe('API void CALL f(int a\n);');
    expect(hide('Store store(first, second);')).toBe('Store store(first, second);');
    expect(hide('PyAPI_FUNC(unsigned long) f(int first, int second);')).toBe('PyAPI_FUNC(unsigned long) f(int a);');
  });
});

describe('symbols of C and C++', () => {
  it('are found after bodies that the grammar cannot parse', async () => {
    const text =
      'void a() {\n  FOR_EACH(x, y) BEGIN { ] ) @ ` } END\n}\n\nvoid b() {}\nclass C {\n  void d() { %% }\n  void e();\n};\n';
    expect(await namesOf(text)).toEqual(['1-3 a', '5-5 b', '6-9 C', '7-7 C.d', '8-8 C.e']);
  });

  it('are found in namespaces and prototypes with macros', async () => {
    const text =
      'namespace lib VISIBILITY(default)\n{\nextern int open (const char *name, int flags) __THROW __nonnull ((1));\nextern int shut (int fd) __THROW;\n}\nint last;\nvoid after();\n';
    expect(await namesOf(text)).toEqual(['1-5 lib', '3-3 lib.open', '4-4 lib.shut', '6-6 last', '7-7 after']);
  });

  it('end at the same line, with branches and macros of many lines', async () => {
    const text =
      '#define MANY(x) \\\n  do { \\\n    x; \\\n  } while (0)\n#define ONE(x) OTHER\n\nint f(void)\n{\n#ifdef A\n  {\n#endif\n  }\n}\nint g(void) {\n}\n';
    expect(await namesOf(text, 'c')).toEqual(['1-4 MANY', '5-5 ONE', '7-13 f', '14-15 g']);
  });

  it('include tests, each by its suite and name', async () => {
    const text =
      'TEST(Store, Opens) {\n  EXPECT_EQ(a, b);\n}\n\nTEST_F(StoreTest, Shuts)\n{\n  go();\n}\nTEST(only) {\n}\n';
    expect(await namesOf(text)).toEqual(['1-3 Store.Opens', '5-8 StoreTest.Shuts', '9-10 TEST']);
  });

  it('have the name before their own parentheses, not before the parentheses in a type', async () => {
    expect(await namesOf('constexpr decltype(auto)\n__shown(T& t) noexcept {\n}\n')).toEqual(['1-3 __shown']);
  });

  it('include friends', async () => {
    const text = 'class A {\n  friend bool same(const A& a, const A& b) { return true; }\n  friend class B;\n};\n';
    expect(await namesOf(text)).toEqual(['1-4 A', '2-2 A.same']);
  });

  it('have no comments in their names', async () => {
    expect(await namesOf('template <> struct A<int /* of all things */> { int a; };')).toEqual([
      '1-1 A<int >',
      '1-1 A<int >.a',
    ]);
  });
});
