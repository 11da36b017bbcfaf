import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { collectSecrets, createSecretNumbers, maskText } from '../../../../src/export/secrets/mask-text.ts';
import { makePrivateKey, makeTokens } from './make-tokens.ts';

const tokens = makeTokens(11);
const token = tokens[2]?.value ?? '';
const other = tokens[10]?.value ?? '';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('keeps the values it has numbered, but not the texts they are from', () => {
  const numbers = createSecretNumbers();
  const readHeap = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = readHeap();
  for (let i = 0; i < 40; i++) {
    const token = `sk_live_${(i * 7_919 + 1e9).toString(36)}4eC39HqLyjWDarjtT1zdp7dc`;
    collectSecrets(`api_key = "${token}"\n${'quince '.repeat(150_000)}${i}`, numbers);
  }
  expect(numbers.size).toBe(40);
  expect(readHeap() - before).toBeLessThan(10e6);
});

describe('maskText', () => {
  it('replaces each value with [[secret:kind:n]], with the same number for the same value across files', () => {
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

  it('masks a value known from another file even if no rule finds it', () => {
    const numbers = createSecretNumbers();
    const value = 'zK8#vTq2!mWx';
    collectSecrets(`pass${'word'} = "${value}"`, numbers);
    expect(maskText(`Log in with ${value}, then go on.`, numbers).text).toBe(
      'Log in with [[secret:password:1]], then go on.',
    );
  });

  it('keeps a word or name that is a password elsewhere', () => {
    const numbers = createSecretNumbers();
    const found = maskText(`DB_PASS${'WORD'}=field_name2`, numbers, { path: '.env' });
    expect(found.text).toBe(`DB_PASS${'WORD'}=[[secret:password:1]]`);
    expect(maskText('see form.field_name2 there', numbers).text).toBe('see form.field_name2 there');
  });

  it('keeps the ends of literals, tags and lines inside a value', () => {
    const key = makePrivateKey(6).split('\n');
    const json = JSON.stringify({ key, after: 1 }, null, 1);
    const masked = maskText(json, createSecretNumbers()).text;
    expect(JSON.parse(masked)).toMatchObject({ after: 1 });
    expect(masked.split('\n').length).toBe(json.split('\n').length);
    const joined = maskText(
      `const token = "${token.slice(0, 20)}" +\n  "${token.slice(20)}";`,
      createSecretNumbers(),
    ).text;
    expect(joined).toBe('const token = "[[secret:github-token:1]]" +\n  "";');
  });

  it('masks the same with few and with many known values', () => {
    const value = 'zK8#vTq2!mWx';
    const few = createSecretNumbers();
    few.numberOf(value, 'password');
    const many = createSecretNumbers();
    many.numberOf(value, 'password');
    for (let i = 0; i < 500; i++) many.numberOf(`Qz7!${i}kW#t9x2`, 'token');
    const text = `a ${value}${value} b Qz7!7kW#t9x2 c`;
    expect(maskText(text, few).text).toBe('a [[secret:password:1]][[secret:password:1]] b Qz7!7kW#t9x2 c');
    expect(maskText(text, many).text).toBe('a [[secret:password:1]][[secret:password:1]] b [[secret:token:9]] c');
  });

  it('keeps allowed places, and finds nothing in masked text', () => {
    const numbers = createSecretNumbers();
    const text = `${token}\n${other}`;
    const masked = maskText(text, numbers, { isAllowed: ({ line, kind }) => line === 1 && kind === 'github-token' });
    expect(masked.text).toBe(`${token}\n[[secret:stripe-key:1]]`);
    const all = tokens.map(({ line }) => line).join('\n');
    const once = maskText(all, createSecretNumbers()).text;
    expect(maskText(once, createSecretNumbers())).toEqual({ text: once, places: [] });
  });
});
