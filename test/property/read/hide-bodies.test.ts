import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideBodies } from '../../../src/read/code/hide-bodies.ts';

const PIECES = [
  ...'{ } ( ) [ ] < > ; : , = :: -> & " \' \\ /* */ // \n \n\n'.split(' '),
  ...'class A¦struct s¦enum E¦namespace n¦template <¦operator¦int f(int a, int b)¦f()¦: a(1), b{2}'.split('¦'),
  ...'\n#if A\n¦\n#if 0\n¦\n#else\n¦\n#endif\n¦\n#define F(x) \\\n x\n¦\n#include <a.h>\n'.split('¦'),
  ...'R"x(¦)x"¦requires¦const¦noexcept¦MACRO(x)¦__attribute__((x))¦extern "C"¦public:¦😀¦/* words */'.split('¦'),
  "1'000",
];

describe('C and C++ without bodies', () => {
  it('keep their rows, whatever they contain [E3]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => {
        const text = pieces.join(' ');
        const hidden = hideBodies(text);
        expect(hidden.split('\n')).toHaveLength(text.split('\n').length);
        expect(hideBodies(text)).toBe(hidden);
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  it('keep every line outside of bodies unchanged, and lose every body', () => {
    const body = fc.constantFrom(
      ...'a();¦if (x) { y(); }¦"}"¦\'{\'¦/* { */¦\n#if A\n{ }\n#endif\n¦R"(})"¦[&] { z(); }();'.split('¦'),
    );
    const declared = fc.constantFrom(
      ...'class alpha {¦};¦namespace beta {¦int gamma;¦struct alpha;¦public:¦using gamma = int;¦void beta();'.split(
        '¦',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(declared, fc.array(body, { maxLength: 5 })), { maxLength: 12 }), (parts) => {
        const text = parts
          .map(([line, bodies]) => `${line}\nvoid hidden()\n{\n${bodies.join(' ')} ;;;;;;;;\n}\n`)
          .join('');
        const kept = parts.flatMap(([line]) => [line, 'void hidden()', '{', '}']);
        expect(
          hideBodies(text)
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        ).toEqual(kept);
      }),
      { numRuns: 100, seed: 5 },
    );
  });
});
