import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import { hideGoBodies } from '../../../src/read/code/hide-go-bodies.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { nodeParser } from '../../support/node-parser.ts';

const reader = createCodeReader(nodeParser);

async function namesOf(text: string): Promise<readonly string[]> {
  const outline = await reader.read(toUtf8(text), 'go');
  return (outline?.cuts ?? []).map((cut) => `${cut.symbolLine}-${cut.endLine} ${cut.name}`);
}

describe('bodies of Go that are hidden from the parser', () => {
  it.each([
    ['a function', 'func f() { secret() }', 'func f() { }'],
    ['one of several lines', 'func f() {\n\tsecret()\n}\n', 'func f() { \n\n}\n'],
    ['a method', 'func (s *Store[K]) Open(a int) error { secret() }', 'func (s *Store[K]) Open(a int) error { }'],
    ['results in parentheses', 'func f() (a int, err error) { secret() }', 'func f() (a int, err error) { }'],
    ['a constraint', 'func F[T interface{ ~int }](a T) T { secret() }', 'func F[T interface{ ~int }](a T) T { }'],
    ['a struct as result', 'func f() struct{ a int } { secret() }', 'func f() struct{ a int } { }'],
    ['a function as result', 'func f() func() struct{ a int } { secret() }', 'func f() func() struct{ a int } { }'],
    ['a map as result', 'func f() map[string]interface {} { secret() }', 'func f() map[string]interface {} { }'],
    ['a name that ends like a keyword', 'func f() mystruct { secret() }', 'func f() mystruct { }'],
    [
      'a struct as parameter',
      'func f(a struct {\n\tb int `}`\n}) { secret() }',
      'func f(a struct {\n\tb int `}`\n}) { }',
    ],
    [
      'parameters in lines of their own',
      'func f(\n\ta int, // (\n) {\n\tsecret()\n}',
      'func f(\n\ta int, // (\n) { \n\n}',
    ],
    ['a comment before the body', 'func f() /* { */ { secret() }', 'func f() /* { */ { }'],
    ['a comment after a keyword', 'func f() struct /* { */ { a, b int } {}', 'func f() struct /* { */ { } {}'],
    ['runes', "func f() { a('{', '\\'', '\\\\', '\"') }", 'func f() { }'],
    ['strings', 'func f() { a("}", "\\"}", "\\\\", "`") }', 'func f() { }'],
    ['raw strings', 'func f() {\n\ta(`}\nfunc g() {\n\\`)\n}\n', 'func f() { \n\n\n\n}\n'],
    ['comments', 'func f() {\n\t// it\'s } " `\n\t/* } \' " `\nfunc g() { */\n}\n', 'func f() { \n\n\n\n}\n'],
    ['a comment that ends with a backslash', 'func f() {\n\t// C:\\\n}\nvar a = 1\n', 'func f() { \n\n}\nvar a = 1\n'],
    ['divisions', 'func f() { return a / b / c }', 'func f() { }'],
    ['labels', 'func f() {\nouter:\n\tfor {\n\t\tbreak outer\n\t}\n}\n', 'func f() { \n\n\n\n\n}\n'],
    ['functions inside', 'func f() {\n\tgo func() { a(func() {}) }()\n}\n', 'func f() { \n\n}\n'],
    ['types inside', 'func f() {\n\ttype t struct{ a int }\n}\n', 'func f() { \n\n}\n'],
    ['Windows line ends', 'func f() {\r\n\tsecret()\r\n}\r\nvar a = 1\r\n', 'func f() { \n\n}\r\nvar a = 1\r\n'],
    ['several functions', 'func f() { secret() }\n\nfunc g() { secret() }\n', 'func f() { }\n\nfunc g() { }\n'],
    ['after a type', 'type A struct {\n\tb int\n}\nfunc f() { secret() }', 'type A struct {\n\tb int\n}\nfunc f() { }'],
  ])('%s', (_, text, shown) => {
    expect(hideGoBodies(text)).toBe(shown);
  });
});

describe('what stays in Go', () => {
  it.each([
    ['a function without a body', 'func add(a, b int) int\n\ntype T struct {\n\ta, b int\n}\n'],
    ['one that gives an interface', 'func f() interface{ A(); B() }\nvar a = T{1, 2, 3}\n'],
    ['one that ends with a semicolon', 'func f(); var a = T{1, 2, 3}\n'],
    ['a block in the next line', 'func f()\n{\n\tsecret()\n}\n'],
    ['values', 'var a = T{\n\tf: func() { secret() },\n}\n'],
    ['a function in a comment', '/*\nfunc f() { secret() }\n*/\n// func f() { secret() }\n'],
    ['a function in a raw string', 'var a = `\nfunc f() { secret() }\n`\n'],
    ['a longer word', 'functional := T{ secret }\n'],
  ])('%s', (_, text) => {
    expect(hideGoBodies(text)).toBe(text);
  });

  it.each([
    ['a body without an end', 'func g() {\n\tsecret()\n'],
    ['a body that ends after the next begins', 'func g() {\n\tif a {\n}\nfunc h() {\n\tsecret() }}\n'],
    ['an end too many', 'func g() { secret() } }\n'],
    ['a body that another bracket ends', 'func g() { secret() )\n'],
    ['parentheses without an end', 'func g() { secret( }\n'],
    ['a string without an end', 'func g() {\n\ta("}\n}\n'],
    ['a string that a backslash carries on', 'func g() {\n\ta("\\\n")\n}\n'],
    ['a rune without an end', "func g() {\n\ta('}\n}\n"],
    ['a raw string without an end', 'func g() {\n\ta(`}\n}\n'],
    ['a comment without an end', 'func g() {\n\t/* }\n}\n'],
    ['a string that ends with the text', 'func g() {}\nvar a = "'],
    ['a backslash that ends the text', 'func g() {}\nvar a = "\\'],
  ])('%s: then nothing is hidden', (_, broken) => {
    const text = `func f() { secret() }\n${broken}`;
    expect(hideGoBodies(text)).toBe(text);
  });
});

describe('symbols of Go', () => {
  it('end where they ended, and keep their comments', async () => {
    const text =
      'package a\n\n// F does.\nfunc F() {\n\t// inside\n\tvar x = 1\n}\n\n// T is.\ntype T struct{}\n\nfunc (t *T) M() { go func() {}() } // behind\n\n// c\nfunc asm(a int) int\n\nvar V = 2\n';
    expect(await namesOf(text)).toEqual(['4-7 F', '10-10 T', '12-12 T.M', '15-15 asm', '17-17 V']);
  });

  it('end with their body when the grammar cannot read what is in it', async () => {
    const text =
      'package a\n\nfunc f() {\n\ttype inner struct { func x() {} }\n}\n\nfunc g() {\n}\n\ntype T struct{}\n';
    expect(await namesOf(text)).toEqual(['3-5 f', '7-8 g', '10-10 T']);
  });
});
