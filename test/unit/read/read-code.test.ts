import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../src/model/cut.ts';
import { detect } from '../../../src/read/detect.ts';
import { createCodeReader } from '../../../src/read/read-code.ts';
import { nodeParser } from '../../support/node-parser.ts';
import { MORE } from './more-languages.ts';

const reader = createCodeReader(nodeParser);

/** `fields.test.ts` lists fields. */
function isNoField({ what }: Cut): boolean {
  return what !== 'field';
}

/** `line/symbolLine-endLine level what name` */
function toRow(cut: Cut): string {
  return `${cut.line}/${cut.symbolLine}-${cut.endLine} ${cut.level} ${cut.what} ${cut.name}`;
}

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'Sample.cs': [
    '3/3-34 1 module Quire.Core',
    '5/7-23 2 class Store',
    '11/11-11 3 method Store.Store',
    '13/13-13 3 method Store.~Store',
    '17/18-22 3 method Store.Open',
    '25/25-25 2 interface IShape',
    '25/25-25 3 method IShape.Area',
    '27/27-27 2 enum Colour',
    '29/29-29 2 class Point',
    '31/31-31 2 class Person',
    '33/33-33 2 type Handler',
  ],
  'Sample.java': [
    '5/9-26 1 class Sample',
    '12/12-12 2 method Sample.Sample',
    '14/16-19 2 method Sample.open',
    '21/21-21 2 method Sample.bare',
    '23/23-23 2 class Sample.Inner',
    '23/23-23 3 method Sample.Inner.go',
    '25/25-25 2 enum Sample.Colour',
    '25/25-25 3 method Sample.Colour.paint',
    '28/28-28 1 interface Shape',
    '28/28-28 2 method Shape.area',
    '30/30-30 1 class Point',
    '30/30-30 2 method Point.Point',
    '32/32-32 1 interface Marker',
  ],
  'Scoped.cs': ['1/1-1 1 module Quire.Scoped', '3/3-6 1 class Scoped', '5/5-5 2 method Scoped.Go'],
  'sample.c': [
    '5/5-5 1 function SQUARE',
    '7/8-10 1 class point',
    '12/12-14 1 class box_t',
    '16/16-16 1 type callback',
    '18/18-18 1 enum colour',
    '20/20-20 1 function add',
    '23/24-28 1 function add_all',
    '30/30-30 1 function name_of',
    '35/35-35 1 function exported',
  ],
  'sample.cpp': [
    '3/3-33 1 module quire.core',
    '5/7-22 2 class quire.core.Store',
    '9/9-9 3 method quire.core.Store.Store',
    '10/10-10 3 method quire.core.Store.~Store',
    '11/11-11 3 method quire.core.Store.size',
    '12/12-12 3 method quire.core.Store.open',
    '13/13-13 3 method quire.core.Store.operator==',
    '14/14-14 3 method quire.core.Store.find',
    '16/16-18 3 class quire.core.Store.Inner',
    '17/17-17 4 method quire.core.Store.Inner.go',
    '24/25-25 2 method quire.core.Store.Store',
    '27/27-27 2 function quire.core.helper',
    '29/29-29 2 enum quire.core.Colour',
    '31/31-31 2 type quire.core.Pair',
    '35/35-37 1 module namespace',
    '36/36-36 2 function hidden',
    '39/39-39 1 method quire.core.describe',
    '41/41-41 1 function main',
  ],
  'sample.css': [
    '3/4-6 1 class :root',
    '8/8-11 1 class a:hover, .button > span',
    '13/13-16 1 module @media (max-width: 600px)',
    '14/14-14 2 class .card',
    '15/15-15 2 class .card .title',
    '18/18-21 1 type @keyframes fade',
    '23/23-25 1 module @supports (display: grid)',
    '24/24-24 2 class main',
  ],
  'sample.go': [
    '3/4-6 1 class Store',
    '9/10-12 1 interface Reader',
    '13/13-13 1 type ID',
    '14/14-14 1 type Count',
    '17/18-20 1 function Open',
    '22/22-22 1 method Store.Get',
    '24/24-24 1 method Count.Double',
  ],
  'sample.js': [
    '3/4-7 1 function open',
    '9/9-9 1 function walk',
    '11/12-24 1 class Store',
    '15/15-15 2 method Store.handler',
    '16/16-16 2 method Store.constructor',
    '17/18-18 2 method Store.size',
    '19/19-19 2 method Store.size',
    '20/20-20 2 method Store.open',
    '21/21-21 2 method Store.[Symbol.iterator]',
    '22/22-22 2 method Store.odd name',
    '23/23-23 2 method Store.#hidden',
    '25/25-25 1 const add',
    '26/26-26 1 const LIMIT',
    '26/26-26 1 const twice',
    '27/27-27 1 const later',
    '28/28-28 1 const local',
    '30/30-30 1 function default',
  ],
  'sample.php': [
    '3/3-3 1 module Quire\\Core',
    '7/9-18 1 class Store',
    '14/14-14 2 method Store.__construct',
    '16/17-17 2 method Store.open',
    '20/20-20 1 interface Shape',
    '20/20-20 2 method Shape.area',
    '22/22-22 1 class Loggable',
    '22/22-22 2 method Loggable.log',
    '24/24-24 1 enum Colour',
    '24/24-24 2 method Colour.label',
    '26/26-26 1 function helper',
    '29/29-29 1 function guarded',
  ],
  'sample.py': [
    '4/8-11 1 function open_path',
    '14/14-14 1 function walk',
    '17/17-31 1 class Store',
    '22/22-23 2 method Store.__init__',
    '25/27-28 2 method Store.size',
    '30/30-31 2 class Store.Meta',
    '31/31-31 3 method Store.Meta.deep',
    '35/35-36 1 function only_windows',
    '38/38-39 1 function only_posix',
  ],
  'sample.rb': [
    '3/4-30 1 module Quire',
    '6/6-29 2 class Quire.Store',
    '7/7-7 3 const Quire.Store.LIMIT',
    '9/9-11 3 method Quire.Store.initialize',
    '13/14-16 3 method Quire.Store.open',
    '18/18-18 3 method Quire.Store.size?',
    '20/20-20 3 method Quire.Store.hidden',
    '23/23-23 3 method Quire.Store.build',
    '26/26-28 3 class Quire.Store.Inner',
    '27/27-27 4 method Quire.Store.Inner.go',
    '32/32-34 1 class Quire.Other',
    '33/33-33 2 method Quire.Other.==',
    '36/36-38 1 function helper',
  ],
  'sample.rs': [
    '3/5-7 1 class Store',
    '9/9-9 1 enum Colour',
    '11/11-14 1 interface Shape',
    '12/12-12 2 method Shape.area',
    '13/13-13 2 method Shape.name',
    '16/16-19 1 class impl Store<T>',
    '17/18-18 2 method Store.open',
    '21/21-23 1 class impl Shape for Store<T>',
    '22/22-22 2 method Store.area',
    '25/25-25 1 type Pair',
    '27/27-29 1 module inner',
    '28/28-28 2 function inner.deep',
    '31/31-33 1 function square',
    '35/36-36 1 function it_works',
  ],
  'sample.sh': ['4/5-7 1 function hello', '9/9-11 1 function build', '13/13-13 1 function both'],
  'sample.ts': [
    '3/6-8 1 interface Shape',
    '9/9-9 1 type Pair',
    '10/10-10 1 enum Colour',
    '11/11-11 1 enum Level',
    '13/13-13 1 function over',
    '14/14-14 1 function over',
    '15/15-15 1 function over',
    '17/20-30 1 class Store',
    '22/22-22 2 method Store.constructor',
    '23/24-24 2 method Store.area',
    '25/25-25 2 method Store.close',
    '26/26-26 2 method Store.find',
    '27/27-27 2 method Store.find',
    '28/28-28 2 method Store.find',
    '29/29-29 2 method Store.arrow',
    '32/32-35 1 module Tools.Deep',
    '33/33-33 2 function Tools.Deep.run',
    '34/34-34 2 class Tools.Deep.Inner',
    '34/34-34 3 method Tools.Deep.Inner.go',
    '37/37-40 1 module other',
    '38/38-38 2 function away',
    '39/39-39 2 interface There',
    '43/43-43 1 interface Window',
    '46/46-46 1 const make',
    '47/47-47 1 const wrapped',
    '48/48-48 1 function ambient',
    '49/49-49 1 class default',
  ],
  'sample.tsx': ['3/3-3 1 type Props', '5/5-7 1 function Hello', '9/9-9 1 const Card'],
};

async function namesOf(text: string, language: string): Promise<string[] | undefined> {
  const outline = await reader.read(new TextEncoder().encode(text), language);
  return outline?.cuts?.filter(isNoField).map(({ what, name }) => `${what} ${name}`);
}

describe('outlines of code', () => {
  it.each(Object.keys(EXPECTED))('%s: every declaration with its lines, comments and decorators', async (name) => {
    const text = readFileSync(new URL(`../../fixtures/code/${name}`, import.meta.url));
    const { language } = detect(name);
    const outline = await reader.read(text, language);
    expect(outline?.cuts?.filter(isNoField).map(toRow)).toEqual(EXPECTED[name]);
  });

  it('include what older modules and classes assign to exports, to a prototype or to another member', async () => {
    const text = `
exports.open = function () {};
module.exports.close = async () => {};
module.exports = function main() {};
Store.prototype.get = function get() {};
Store.create = () => new Store();
exports.Shape = class { area() {} };
exports.a = exports.b = function () {};
exports.value = 1;
exports.other = other;
Store.list[0] = function () {};
this.late = 2;
`;
    expect(await namesOf(text, 'javascript')).toEqual([
      'function open',
      'function close',
      'function main',
      'method Store.get',
      'function Store.create',
      'class Shape',
      'method Shape.area',
      'function a',
    ]);
  });

  it('leave out the variables of a block', async () => {
    const text = `const kept = 1;\nif (kept) {\n  const raw = 2;\n  function inner() {}\n}\n{\n  let r = 3;\n}\n(function () {\n  const own = 4;\n})();\n`;
    expect(await namesOf(text, 'javascript')).toEqual(['const kept', 'function inner', 'const own']);
  });

  it('open the macros of Rust that hold items, one inside another too', async () => {
    const text = `//! ünïcode 😀
cfg_net! {
    pub struct Listener;
    impl Listener {
        cfg_unix! { pub fn bind(&self) {} }
    }
}
cfg_if::cfg_if! {
    if #[cfg(unix)] { pub fn on_unix() {} } else { mod elsewhere; }
}
lazy_static! {
    pub static ref CACHE: u8 = 1;
}
doc! {macro_rules! select { () => {}; }}
fn main() { println!("{}", "fn no() {}"); }
json! { "fn": 1 }
`;
    const outline = await reader.read(new TextEncoder().encode(text), 'rust');
    expect(outline?.cuts?.map(({ name, symbolLine }) => `${name} ${symbolLine}`)).toEqual([
      'Listener 3',
      'impl Listener 4',
      'Listener.bind 5',
      'on_unix 9',
      'elsewhere 9',
      'CACHE 12',
      'select 14',
      'main 15',
    ]);
  });

  it('show all of C++ despite decorating macros; a type on a line of its own stays', async () => {
    const text = `
LIB_BEGIN_NAMESPACE
namespace lib {
class LIB_EXPORT Store : public Base {
  Q_OBJECT
 public:
  size_t size() const LIB_NOEXCEPT;
  enum class Mode { Read };
  union Value { int i; };
  explicit operator bool() const { return true; }
 signals:
  void changed();
 private slots:
  void onChange();
};
LIB_API(1) void open(int a);
}
LIB_END_NAMESPACE
void Store::
close() {}
int (guarded)(int a) { return a; }
int (*pick(int a))(int) { return 0; }
int (*variable)(int);
BOOL
start(struct STAT state)
{
  if (state)
    FAIL(1);
  return (int) TRUE;
}
`;
    expect(await namesOf(text, 'cpp')).toEqual([
      'module lib',
      'class lib.Store',
      'method lib.Store.size',
      'enum lib.Store.Mode',
      'class lib.Store.Value',
      'method lib.Store.operator bool',
      'method lib.Store.changed',
      'method lib.Store.onChange',
      'function lib.open',
      'method Store.close',
      'function guarded',
      'function pick',
      'function start',
    ]);
  });

  it('cover every language that detection names', async () => {
    for (const name of Object.keys(EXPECTED)) expect(detect(name).reader).toBe('code');
    const names = [...Object.keys(EXPECTED), ...Object.keys(MORE)];
    const languages = new Set(names.map((name) => detect(name).language));
    expect([...languages].sort().join(' ')).toBe(
      'bash c c-sharp cpp css dart elixir go haskell java javascript kotlin lua ocaml php python ruby rust scala swift tsx typescript zig',
    );
  });

  it('go by keywords for a language without a grammar; a missing grammar rejects with a code', async () => {
    expect(await reader.read(new Uint8Array(0), 'cobol')).toEqual({ cuts: [] });
    const offline = createCodeReader({ ...nodeParser, grammar: () => Promise.reject(new Error('offline')) });
    await expect(offline.read(new Uint8Array(0), 'go')).rejects.toMatchObject({ code: 'read/grammar-missing' });
  });

  it('retry a grammar that was unavailable', async () => {
    let online = false;
    const grammar = (language: string) =>
      online ? nodeParser.grammar(language) : Promise.reject(new Error('offline'));
    const flaky = createCodeReader({ ...nodeParser, grammar });
    await expect(flaky.read(new Uint8Array(0), 'css')).rejects.toMatchObject({ code: 'read/grammar-missing' });
    online = true;
    expect(await flaky.read(new TextEncoder().encode('a { color: red }'), 'css')).toMatchObject({
      cuts: [{ name: 'a' }],
    });
  });
});
