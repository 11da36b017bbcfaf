import { describe, expect, it } from 'vitest';
import { listCuts } from '../../../support/scan-text.ts';

const yaml = (text: string, targetChars?: number) => listCuts('a.yaml', text, targetChars);
const services =
  'version: "3"\n# all of them\nservices:\n  web:\n    image: a\n  # the store\n  "d b":\n    image: b\nvolumes: {}\n';

describe('members of YAML', () => {
  it('are top-level keys, each with the comments above it', () => {
    expect(yaml(services)).toEqual(['$.version @1', '$.services @2', '$.volumes @9']);
  });

  it('are split by one level if they are larger than a chunk; the first includes the lines before it', () => {
    expect(yaml(services, 60)).toEqual(['$.version @1', '$.services.web @2', '$.services["d b"] @6', '$.volumes @9']);
  });

  it('are ranges of items in a sequence, at top level or under a key', () => {
    const items = Array.from({ length: 120 }, (_, i) => `- name: n${i}\n  run: x\n`).join('');
    expect(yaml(items)).toEqual(['$[0:50] @1', '$[50:100] @101', '$[100:120] @201']);
    expect(yaml(`a: 1\nsteps:\n${items}`, 1000)).toEqual([
      '$.a @1',
      '$.steps[0:25] @2',
      '$.steps[25:50] @53',
      '$.steps[50:75] @103',
      '$.steps[75:100] @153',
      '$.steps[100:120] @203',
    ]);
  });

  it('have the number of their document in the address if there are several', () => {
    const text = '# head\n---\nkind: A\n---\nkind: B\nspec:\n  a: 1\n...\n---\n# nothing\n';
    expect(yaml(text)).toEqual(['$[0] @1', '$[1] @4']);
    expect(yaml(text, 12)).toEqual(['$[0].kind @1', '$[1].kind @4', '$[1].spec.a @6']);
    expect(yaml('%YAML 1.2\n---\na: 1\n')).toEqual(['$.a @1']);
  });

  it('may be quoted, merged and anchored; text inside scalars is not a key', () => {
    const text =
      "base: &b\n  x: 1\n\"a: b\": 1\n'it''s': 2\n<<: *b\ntext: |\n  key: no\n\n  more: no\nurl: http://x.y\nnot a key\nhttp://a.b\n? complex\n: value\n{{ if }}\n";
    expect(yaml(text)).toEqual(['$.base @1', '$["a: b"] @3', '$["it\'s"] @4', '$["<<"] @5', '$.text @6', '$.url @10']);
    expect(yaml(text, 5).filter((cut) => cut.includes('text'))).toEqual(['$.text @6']);
  });

  it.each(['{"a": 1}\n', 'just text\n', '', '\n\n', '# only\n', '---\n', '\ta: 1\n b: 2\n'])(
    'may be missing: %j',
    (text) => {
      expect(yaml(text).length).toBeLessThanOrEqual(1);
    },
  );
});

describe('sections', () => {
  it('of TOML are tables, including arrays of tables; multi-line arrays and strings contain none', () => {
    const text =
      '# why\nname = "x"\nlist = [\n  [1, 2],\n[3],\n]\nlong = """\n[no]\n"""\n\n# the tool\n[tool.poetry] # c\na = 1\n\n[[package]]\nb = \'[no]\'\n["a b".c]\n';
    expect(listCuts('pyproject.toml', text)).toEqual(['$ @1', '[tool.poetry] @11', '[[package]] @15', '["a b".c] @17']);
  });

  it('of INI files include the comments above them; the first includes everything before it', () => {
    expect(listCuts('setup.cfg', '; head\n\n[metadata]\nname = x\n\n# why\n[options]\nlist =\n  [no]x\n')).toEqual([
      '[metadata] @1',
      '[options] @6',
    ]);
    expect(listCuts('nginx.conf', 'server {\n  listen 80;\n}\n')).toEqual([]);
  });
});

describe('settings of one line', () => {
  it('are packed up to the size of a chunk, from the first key to the last', () => {
    const text = '# head\na.b=1\n! note\nc.d : 2\nlong = a\\\n  e=f\nlast=3\n';
    expect(listCuts('a.properties', text)).toEqual(['a.b…last @1']);
    expect(listCuts('a.properties', text, 20)).toEqual(['a.b @1', 'c.d @3', 'long @5', 'last @7']);
    expect(listCuts('.env.local', 'export A=1\nB="x"\n')).toEqual(['A…B @1']);
  });
});
