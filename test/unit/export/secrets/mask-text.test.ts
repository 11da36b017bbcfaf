import { describe, expect, it } from 'vitest';
import { collectSecrets, createSecretNumbers, maskText } from '../../../../src/export/secrets/mask-text.ts';
import { makePrivateKey, makeTokens } from './make-tokens.ts';

const tokens = makeTokens(11);
const token = tokens[2]?.value ?? '';
const other = tokens[10]?.value ?? '';

describe('maskText', () => {
  it('puts [[secret:kind:n]] in the place of each value, the same number for the same value across files', () => {
    const numbers = createSecretNumbers();
    const first = maskText(`a ${token} b\nc ${other}`, numbers);
    const second = maskText(`x ${other}\ny ${token}`, numbers);
    expect(first.text).toBe('a [[secret:github-token:1]] b\nc [[secret:stripe-key:2]]');
    expect(second.text).toBe('x [[secret:stripe-key:2]]\ny [[secret:github-token:1]]');
    expect(second.places).toEqual([
      { line: 1, kind: 'stripe-key', n: 2 },
      { line: 2, kind: 'github-token', n: 1 },
    ]);
  });

  it('keeps the number of lines when a value spans several', () => {
    const text = `one\n${makePrivateKey(5)}\nlast`;
    const masked = maskText(text, createSecretNumbers()).text;
    expect(masked.split('\n').length).toBe(text.split('\n').length);
    expect(masked.split('\n').at(-1)).toBe('last');
    expect(masked).toContain('[[secret:private-key:1]]');
  });

  it('masks a value known from another file where no rule would find it', () => {
    const numbers = createSecretNumbers();
    const value = 'zK8#vTq2!mWx';
    collectSecrets(`pass${'word'} = "${value}"`, numbers);
    expect(maskText(`Log in with ${value}, then go on.`, numbers).text).toBe(
      'Log in with [[secret:password:1]], then go on.',
    );
  });

  it('masks the same whether few or many values are known', () => {
    const value = 'zK8#vTq2!mWx';
    const few = createSecretNumbers();
    few.numberOf(value, 'password');
    const many = createSecretNumbers();
    many.numberOf(value, 'password');
    for (let i = 0; i < 500; i++) many.numberOf(`other-value-${i}`, 'token');
    const text = `a ${value}${value} b other-value-7 c`;
    expect(maskText(text, few).text).toBe('a [[secret:password:1]][[secret:password:1]] b other-value-7 c');
    expect(maskText(text, many).text).toBe('a [[secret:password:1]][[secret:password:1]] b [[secret:token:9]] c');
  });

  it('leaves what was allowed, and finds nothing in what it has masked', () => {
    const numbers = createSecretNumbers();
    const text = `${token}\n${other}`;
    const masked = maskText(text, numbers, { isAllowed: ({ line, kind }) => line === 1 && kind === 'github-token' });
    expect(masked.text).toBe(`${token}\n[[secret:stripe-key:1]]`);
    const all = tokens.map(({ line }) => line).join('\n');
    const once = maskText(all, createSecretNumbers()).text;
    expect(maskText(once, createSecretNumbers())).toEqual({ text: once, places: [] });
  });
});
