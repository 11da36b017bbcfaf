import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../src/export/secrets/find-secrets.ts';

const found = (path: string, ...lines: string[]): string[] => {
  const text = lines.join('\n');
  return findSecrets(text, path).map(({ start, end }) => text.slice(start, end));
};

describe('secrets below the header of their column', () => {
  it.each([
    ...['Password', 'PASSWORT', 'Kennwort', 'Pwd', 'PW', 'Admin password', 'WLAN-Passwort', 'Password (VPN)'],
    ...['Mot de passe', 'Contraseña', 'Пароль', '密码'],
  ])('are found in a sheet and a document below %s, including words and numbers', (name) => {
    const rows = [
      `Host | ${name} | Since`,
      'nas | windmill | 2020',
      'vpn | 48151623',
      '| 4711 | 2021',
      'tv | $ecret12 | 2022',
    ];
    for (const path of ['a.xlsx', 'a.docx'])
      expect(found(path, ...rows)).toEqual(['windmill', '48151623', '4711', '$ecret12']);
  });

  it.each(['Token', 'API key', 'Client Secret', 'Credential', 'Key'])('are found below %s', (name) => {
    expect(found('a.ods', `User | ${name}`, 'ops | q8Zr5Yt1Wn6Lk3Jh0Gf', 'svc | see the vault')).toEqual([
      'q8Zr5Yt1Wn6Lk3Jh0Gf',
    ]);
  });

  it('are found below a license key, not below a primary key', () => {
    const rows = ['XK7Q2-9PLM4-TT3ZR', 'inv-2031-row-12'];
    expect(found('a.xlsx', 'User | License key', ...rows.map((value) => `a | ${value}`))).toEqual(rows);
    expect(found('a.xlsx', 'User | Primary key', ...rows.map((value) => `a | ${value}`))).toEqual([]);
  });

  it('are found in all ranges of a sheet, below a title, and in the next table', () => {
    const sheet = ['Access', '', 'Of the office', 'User | Password', 'a | windmill', '', 'b | rosebush', 'c'];
    const next = ['', 'Second', '', 'Name | City', 'Ann | Springfield', 'Host | User | Password', 'x | y | Autumn2031'];
    expect(found('a.xlsx', ...sheet, ...next)).toEqual(['windmill', 'rosebush', 'Autumn2031']);
  });

  it('are found in a sheet of one column, and if a password contains a bar', () => {
    expect(found('a.ods', 'Access', '', 'Password', 'windmill', 'Rose|bush9')).toEqual(['windmill', 'Rose|bush9']);
    expect(found('a.md', '| User | Password |', '|-|-|', '| a | Rose\\|bush12 |')).toEqual(['Rose\\|bush12']);
  });

  it('are found in Markdown whose header is empty, below a title too', () => {
    const rows = ['| Host | User | Password |', '| nas | ops | windmill |', '| vpn | | Autumn2031 |'];
    for (const title of [[], ['| Access | | |']])
      expect(found('a.md', '| | | |', '|-|-|-|', ...title, ...rows)).toEqual(['windmill', 'Autumn2031']);
    expect(found('a.md', '| | |', '|-|-|', '| nas | ops |', '| Password | Remark |', '| a | Room12B |')).toEqual([]);
  });

  it('are found in CSV with semicolons, and with separators and line ends in quotes', () => {
    expect(found('a.csv', 'User;Passwort;Ort', 'a;windmill;Ulm')).toEqual(['windmill']);
    expect(found('a.csv', 'User,Password', '"Last, First","rose ""x"", bush"', '"two', 'lines",windmill')).toEqual([
      'rose ""x"", bush',
      'windmill',
    ]);
  });

  it('are found in a table of Markdown inside a quotation or a list', () => {
    for (const indent of ['> ', '    '])
      expect(
        found('a.md', ...['| User | Password |', '|---|---|', '| a | windmill |'].map((row) => indent + row)),
      ).toEqual(['windmill']);
  });

  it.each<[string, ...string[]]>([
    ['a.org', '| Host | Password |', '|------+-----|', '| nas | windmill |'],
    ['a.rst', '+----+----+', '| Host | Password |', '+====+====+', '| nas | windmill |', '+----+----+'],
    ['a.rst', '====  ====', 'Host  Password', '====  ====', 'nas   windmill', '====  ===='],
    [
      'a.rst',
      '.. list-table::',
      '   :header-rows: 1',
      '',
      '   * - Host',
      '     - Password',
      '   * - nas',
      '     - windmill',
    ],
    ['a.rst', '.. csv-table:: Access', '   :header: "Host", "Password"', '', '   "nas", "windmill"', 'After, it'],
    ['a.rst', '.. csv-table::', '   :header-rows: 1', '   :delim: ;', '', '   Host;Password', '   nas;windmill'],
    ['a.sql', 'INSERT INTO `users` (`id`, `password`)', "VALUES (1, 'windmill'), (2, NULL), (3, MD5('a, (b'));"],
    ['a.sql', "insert into dbo.Users ([Id], [Password]) values (1, N'windmill');"],
    ['a.adoc', '|===', '|Host |Password', '', '|nas |windmill', '|==='],
    ['a.tex', 'Host & Password \\\\', '\\hline', 'nas & windmill \\\\'],
    ['a.txt', 'Host     User    Password', 'nas      ops     windmill'],
    ['a.md', '```', 'Host | Password', 'nas | windmill', '```'],
    ['a.md', '<table><tr><th>Host</th><th>Password</th></tr>', '<tr><td>nas</td><td><b>windmill</b></td></tr></table>'],
    [
      'a.md',
      '| Where | | Login | |',
      '|-|-|-|-|',
      '| Host | Port | User | Password |',
      '| nas | 22 | ops | windmill |',
    ],
    ['a.md', '| Host | Password |', '|-|-|', '| nas | none<br>windmill |'],
  ])('are found in what people write as a table: %s %s', (path, ...lines) => {
    expect(found(path, ...lines)).toEqual(['windmill']);
  });

  it('are found in each column right of their name', () => {
    expect(found('a.md', '| | nas | vpn |', '|-|-|-|', '| Password | Autumn2031 | 48151623 |')).toEqual([
      'Autumn2031',
      '48151623',
    ]);
  });

  it('are found below a merged row and on the next page if they look like secrets', () => {
    const rows = [
      'Host | User | Password',
      'a | b | windmill',
      '',
      'Production',
      '',
      'c | d | Autumn2031',
      'e | f | 2031',
    ];
    expect(found('a.docx', ...rows)).toEqual(['windmill', 'Autumn2031']);
    const page = ['Host User Password', 'a b Winter2031', '', 'c d Autumn2031'];
    expect(found('a.pdf', ...page)).toEqual(['Winter2031', 'Autumn2031']);
    expect(found('a.html', 'Host\tPassword', 'a\twindmill', 'Production', 'b\tAutumn2031')).toEqual([
      'windmill',
      'Autumn2031',
    ]);
    expect(found('a.docx', ...rows.slice(0, 2), '', 'Rows of prose. '.repeat(9), '', 'c | d | Autumn2031')).toEqual([
      'windmill',
    ]);
  });

  it('are found to the right of their name, in a row of two cells', () => {
    const rows = ['Device | Router', 'PIN | 4711', 'Password | windmill', 'Kennwort | Passw0rd!'];
    expect(found('a.xlsx', ...rows)).toEqual(['4711', 'windmill', 'Passw0rd!']);
    expect(found('a.rtf', ...rows.slice(0, 2))).toEqual(['4711']);
  });

  it('are found next to a remark, and in the words of a PDF', () => {
    expect(found('a.odt', 'Where | Password', 'x | Autumn2031 (old)')).toEqual(['Autumn2031']);
    expect(found('a.pdf', 'Service User Password', 'Mail server ops Autumn2031', 'vpn 48151623')).toEqual([
      'Autumn2031',
      '48151623',
    ]);
  });

  it('are not found in a table that is about passwords, translates the word, or counts', () => {
    const innocent: readonly (readonly string[])[] = [
      ['a.xlsx', 'Key | English | German', 'login.password | Password | Passwort', 'login.cancel | Cancel | Abbrechen'],
      ['a.xlsx', 'English | French', 'Password | Mot de passe', 'Cancel | Annuler'],
      ['a.xlsx', 'Model | Token | Max tokens', 'small | 4096 | 128000', 'large | international | 1000000'],
      ['a.xlsx', 'User | Password length | Password', 'a | 12 | n/a', 'b | 16 | see the vault', 'c | 9 | yes'],
      ['a.docx', 'Pin | Signal', '1 | GND', '24 | VCC', 'A12 | CLK'],
      ['a.docx', 'Method | Password | Key', 'SSH | optional | required', 'VPN | yes | no'],
      ['a.md', '| Field | Password |', '|---|---|', '| type | string |', '| minimum | eight characters |'],
      ['a.html', 'Parameter\tType\tDescription', 'password\tstring\tThe password of the account'],
      ['a.csv', 'word,token,count', 'heron,internationally,12'],
      ['a.txt', 'Set a new  password', 'for the user  windmill'],
      ['a.md', 'Usage: login [user | password | token]', 'or logout | version12b'],
      ['a.rst', '| password | the password of the user, e.g. windmill |', '| user | its name |'],
      ['a.pdf', 'Change the Password', 'every 90 days, as of version 2.0', 'and see page 1024'],
      ['a.xlsx', 'User | Password', 'a | [[secret:password:1]]'],
      ['a.xlsx', 'One', '', 'User | Password', 'a | none', '', 'Two', '', 'Name | Room', 'Ann | Room12B'],
      ['a.rst', '.. list-table::', '', '   * - password', '     - of the account', '   * - user', '     - windmill'],
      ['a.rst', '.. csv-table::', '   :header: Option, Type', '', '   password, string', '   host, windmill'],
      ['a.sql', "INSERT INTO words (name, text) VALUES ('password', 'Passwort'), ('host', 'windmill');"],
      ['a.sql', 'INSERT INTO users (name, password) VALUES (?, ?), (:name, :password), (@a, crypt(@b));'],
      ['a.pdf', 'User Password', 'a none', '', 'Prose that follows names version12b', '', 'and format17 here'],
    ];
    for (const [path = '', ...lines] of innocent) expect([lines, found(path, ...lines)]).toEqual([lines, []]);
  });
});
