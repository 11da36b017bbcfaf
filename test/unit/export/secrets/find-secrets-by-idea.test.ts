import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../src/export/secrets/find-secrets.ts';
import { testData } from '../../../support/test-data.ts';
import { createPicker } from './make-tokens.ts';

const ALNUM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const pick = createPicker(5);
const a = (count: number): string => pick(ALNUM, count);
const h = (count: number): string => pick('0123456789abcdef', count);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const uuid = (): string => [8, 4, 4, 4, 12].map(h).join('-');

/** File, text with `@@` instead of the value, value. Values are made up, some weak on purpose. */
const CASES: Readonly<Record<string, readonly (readonly [path: string, text: string, value: string])[]>> = {
  'passwords of addresses that are weak, short or hold : and /': [
    ['a.env', 'DATABASE_URL=postgres://app:@@@db.internal:5432/x', 'Summer2031'],
    ['a.yaml', 'broker: amqp://u:@@@mq:5672//', 'xY3!q'],
    ['a.env', 'MONGO=mongodb+srv://svc:@@@cluster1.mongodb.net/x', 'a%40b:c0d/Ef9!'],
    ['a.yaml', 'url: redis://:@@@cache.internal:6379/0', 'sommer'],
    ['a.txt', 'ftp://bob:@@@files.corp.net/', 'ab:cd/12'],
  ],
  'connection strings': [
    ['a.config', 'connectionString="Data Source=s;User ID=u;Password=@@;"', 'Tr1ck&y9z'],
    ['a.json', '{"c":"Server=x;User=sa;Password=@@;"}', 'Tr1cky\\u00269z'],
    ['a.properties', 'url=jdbc:mysql://db/x?user=app&password=@@&useSSL=false', 'Kx92mLpQ7z'],
    ['a.java', 'getConnection("jdbc:mysql://db/x?user=app&password=@@")', 'Sommer31'],
    ['a.php', 'pg_connect("host=db user=app password=@@ dbname=x")', 'Sommer31'],
    ['a.json', '"AccountName=x;AccountKey=@@;EndpointSuffix=y"', `${a(86)}==`],
  ],
  'settings, however weak': [
    ['.env', 'DB_PASSWORD=@@', 'hunter'],
    ['.env.local', 'ADMIN_PASSWORD=@@', '7734001998'],
    ['.env', 'ADMIN_PASSWORD=@@', 'pässwörtchen'],
    ['.env', 'SMTP_PASSWORD="@@"', 'correct horse battery'],
    ['.env', 'MAIL_PASSWORD=@@', 'abcd efgh ijkl mnop'],
    ['run.sh', 'export REDIS_PASSWORD=@@', 'letmein'],
    ['Dockerfile', 'ENV POSTGRES_PASSWORD=@@', 'sommer1'],
    ['compose.yml', '    environment:\n      - MYSQL_ROOT_PASSWORD=@@', 'sommer'],
    ['a.ini', '[db]\npassword = @@', 'sommer'],
    ['redis.conf', 'requirepass @@', 'sommer9'],
    ['.netrc', 'machine x login y password @@', 'sommer'],
    ['.pgpass', 'db:5432:prod:app:@@', 'sommer'],
    ['a.yaml', 'password: "@@"', 'five words with 7 spaces'],
    ['a.yml', 'db:\n  password: @@', 'Sommer2031'],
    ['a.json', '{"user":"a","password":"@@"}', 'Sommer2031'],
    ['a.xml', '<ds username="a" password="@@"/>', 'Sommer2031'],
    ['a.sql', "CREATE USER bob IDENTIFIED BY '@@';", 'Sommer2031'],
  ],
  'settings that a document quotes': [
    ['a.docx', 'Topic | ADMIN_PASSWORD=@@ | 3', '8675309123'],
    ['a.pdf', 'Then set DB_PASSWORD=@@ and start', 'sommer31'],
    ['a.md', '| db | password: "@@" |', 'four words with 9 spaces'],
    ['a.csv', 'a,"smtp_password: ""@@"" "', 'Sommer2031'],
  ],
  'ids that are tokens': [
    ['.env', 'HEROKU_API_KEY=@@', uuid()],
    ['a.js', 'const token = "@@";', uuid()],
    ['a.http', 'X-Auth-Token: @@', uuid()],
  ],
  'clouds and registries': [
    ['a.md', 'https://x.blob.core.windows.net/c/f?sv=2022-11-02&sp=rl&sig=@@', `${a(42)}%3D`],
    ['a.sh', 'export AZURE_DEVOPS_EXT_PAT=@@', pick('abcdefghijklmnopqrstuvwxyz234567', 52)],
    ['config.json', '{"auths":{"registry.corp.net":{"auth":"@@"}}}', base64('bob:Sommer2031')],
    ['.npmrc', '_auth=@@', base64('bob:Sommer2031x')],
    ['a.env', 'AWS_SESSION_TOKEN=@@', a(340)],
    ['s.yaml', 'kind: Secret\ndata:\n  anything-at-all: @@\n', base64('sommer2031')],
    ['s.yaml', 'data:\n  tls.key: @@\nkind: Secret\n', base64(`-----BEGIN ${'PRIVATE'} KEY-----\n${a(64)}\n`)],
    ['s.yaml', 'kind: Secret\nstringData:\n  foo: @@\n', 'sommersonne'],
    ['s.json', '{"kind":"Secret","data":{"a":"@@"},"type":"Opaque"}', base64('sommer2031')],
    ['d.yaml', 'env:\n  - name: DB_PASSWORD\n    value: "@@"\n', 'Sommer2031'],
  ],
  'commands that are given a password': [
    ['a.sh', 'curl -u admin:@@ https://api.corp.net/x', 'Sommer31'],
    ['a.md', '    curl -s \\\n  --user "admin:@@" https://api.corp.net/x', 's3x!tPw'],
    ['a.sh', "sshpass -p '@@' ssh root@10.0.0.1", 'Winter31'],
    ['a.sh', 'mysqldump -h db -uroot -p@@ prod > x.sql', 'S0mm3r'],
    ['a.sh', 'redis-cli -h cache -a @@ ping', 'S0mm3r'],
    ['a.ps1', '$p = ConvertTo-SecureString "@@" -AsPlainText -Force', 'Sommer2031!'],
  ],
  'passwords by their position in a call that logs in': [
    ['a.php', '$db = new PDO($dsn, "bob", "@@");', 'Sommer31'],
    ['a.php', "$db = new \\PDO('mysql:host=h;dbname=x', 'bob', '@@', [PDO::ATTR_PERSISTENT => true]);", 'sommer'],
    ['a.php', '$c = mysqli_connect("db.internal", $user, "@@", "x");', 'Sommer31'],
    ['a.php', '$c = mysqli_init(); $c->real_connect("h", "bob", "@@");', 'Sommer31'],
    ['a.php', 'mysqli_real_connect($c, "h", "bob", "@@", "x");', 'Sommer31'],
    ['a.php', 'ftp_login($c, "bob", "@@");', 'Sommer31'],
    ['a.java', 'DriverManager.getConnection("jdbc:mysql://db/x",\n    "bob", "@@");', 'Sommer31'],
    ['a.java', 'source.getConnection("bob", "@@")', 'Sommer31'],
    ['a.java', 'return new PasswordAuthentication("bob", "@@".toCharArray());', 'Sommer31'],
    ['a.scala', 'Database.forURL(s"jdbc:h2:$x", "bob", "@@")', 'Sommer31'],
    ['a.cs', 'client.Credentials = new NetworkCredential("bob", "@@");', 'Sommer31'],
    ['a.py', 'db = pymysql.connect("h", "bob", "@@", "x")', 'Sommer31'],
    ['a.py', "con = cx_Oracle.connect('bob', '@@', 'h/x')", 'Sommer31'],
    ['a.py', 'con = psycopg2.connect(dbname="x", user="bob", password="@@")', 'sommer'],
    ['a.py', 'r = requests.get(url, auth=("bob", "@@"))', 'Sommer31'],
    ['a.rb', "c = Mysql2::Client.new(:host => 'h', :username => 'bob', :password => '@@')", 'sommer'],
    ['a.rb', 'PG.connect("h", 5432, nil, nil, "x", "bob", "@@")', 'Sommer31'],
    ['a.pl', 'DBI->connect("DBI:mysql:database=$db;host=$h", "bob", "@@", {RaiseError => 1});', 'Sommer31'],
    ['a.go', 'auth := smtp.PlainAuth("", "bob@x.org", "@@", "mail.x.org")', 'Sommer31'],
    ['a.go', 'req.SetBasicAuth("bob", "@@")', 'Sommer31'],
    ['a.go', 'err = client.Login("bob", "@@")', 'Sommer31'],
    ['a.go', 'redis.NewClient(&redis.Options{Addr: "h:6379", Password: "@@"})', 'sommer'],
    ['a.py', 'server.login("bob@x.org", "@@")', 'Sommer31'],
    ['a.py', 'ssh.connect("h", 22, "bob", "@@")', 'Sommer31'],
    ['a.py', 'ftp = FTP("h", "bob", "@@")', 'Sommer31'],
    ['a.ex', 'Postgrex.start_link(hostname: "h", username: "bob", password: "@@")', 'sommer'],
    ['a.kt', 'Database.connect(url, user = "bob", password = "@@")', 'sommer'],
    ['a.R', 'con <- dbConnect(MySQL(), user="bob", password="@@")', 'sommer'],
    ['a.swift', 'URLCredential(user: "bob", password: "@@", persistence: .none)', 'sommer'],
    ['a.rs', 'client.get(u).basic_auth("bob", Some("@@"))', 'Sommer31'],
    ['a.js', 'const c = mysql.createConnection({\n  host: "h",\n  user: "bob",\n  password: "@@",\n});', 'sommer'],
    ['a.js', 'const s = new Sequelize("x", "bob", "@@", { dialect: "mysql" });', 'Sommer31'],
  ],
  'passwords of database addresses in Go': [
    ['a.go', 'db, err := sql.Open("mysql", "bob:@@@tcp(h:3306)/db?parseTime=true")', 'sommer'],
    ['a.go', 'dsn := "bob:@@@unix(/run/mysqld.sock)/db"', 'a:b/c@d'],
    ['.env', 'DSN=bob:@@@tcp(h:3306)/db', 'Sommer31'],
    ['a.yml', 'dsn: mysql://bob:@@@tcp(h:3306)/db', 'Sommer31'],
  ],
  'password files': [
    ['.htpasswd', 'admin:@@', `$apr1$${a(8)}$${a(22)}`],
    ['users.txt', 'bob:@@', `$2y$10$${a(53)}`],
    ['shadow', 'root:@@:18000:0:99999:7:::', `$6$${a(16)}$${a(86)}`],
    ['.htpasswd', 'bob:@@', a(13)],
  ],
  'literals that are joined': [
    ['a.js', `const token = "${a(20)}" +\n  "@@"`, a(20)],
    ['a.js', `const t = "gh${'p_'}" + "@@";`, a(36)],
    ['a.php', `$secret = '${a(16)}' . '@@';`, a(16)],
    ['a.py', 'api_key = ("a1B2c3D4e5" \n  "@@")', 'f6G7h8I9j0Kk'],
  ],
  'cells of tables': [
    ['a.md', '| User | Password |\n|---|---|\n| admin | @@ |', 'Sommer2031'],
    ['a.md', '| Setting | Value |\n|---|---|\n| password | `@@` |', 'Sommer2031!'],
    ['a.csv', 'user,password,mail\nbob,@@,b@x.de', 'sommer'],
    ['a.html', 'password\t@@\n', 'Zx9kL2mQ7v'],
  ],
};

describe('findSecrets by idea', () => {
  for (const [idea, cases] of Object.entries(CASES)) {
    it(`finds ${idea}`, () => {
      const left = cases.filter(([path, text, value]) =>
        leftOf(
          text.replace('@@', () => value),
          path,
        ).includes(value),
      );
      expect(left.map(([path, text]) => `${path}: ${text}`)).toEqual([]);
    });
  }

  it.skipIf(!testData.available)(`masks all 42 kinds of the samples (${testData.reason})`, () => {
    const lines = readFileSync(testData.path('secrets', 'samples.jsonl'), 'utf8').trim().split('\n');
    const samples = lines.map((line) => JSON.parse(line) as { id: string; path: string; text: string; secret: string });
    const leaked = samples.filter(({ path, text, secret }) => {
      const left = leftOf(text, path);
      const parts = Array.from({ length: Math.max(1, secret.length - 7) }, (_, i) => secret.slice(i, i + 8));
      return parts.some((part) => left.includes(part));
    });
    expect(samples.length).toBe(42);
    expect(leaked.map(({ id }) => id)).toEqual([]);
  });

  it('ignores code, names, paths, images, flags, hashes and sentences', () => {
    const innocent: (readonly [path: string, text: string])[] = [
      ['a.js', 'checkPrivateKey(privateKey: crypto$KeyObject): boolean'],
      ['a.js', 'export { $6b58de437c931efd$export$9cafaa09e78b6e4b as Token, $0ebc81de407847a7$re_export$x }'],
      ['a.js', 'password: zod_1.default.string(), token: pki.privateKeyFromAsn1(x)'],
      ['a.js', 'const privateKey = Uint8Array.from(bytes)'],
      ['a.js', 'return this.tokenType===9&&this.source.charCodeAt(this.tokenStart)'],
      ['a.py', "open('/etc/passwd', '/etc/shadow')\npasswd: /etc/passwd2/file1.x"],
      ['a.py', 'password = form.password2_field_name\nlabel_for("password", "password2_field_name")'],
      ['a.md', '[![Coverage](https://codecov.io/gh/x/y/branch/main/graph/badge.svg?token=yZL6LtXkOA)](https://x)'],
      ['a.sh', 'kubeadm join --token --discovery-token-ca-cert-hash sha256:7c2e69131a36ae2a042a339b33381c6d0d43887e'],
      ['a.sh', `app --password --use-http2-token\nPWD=/home/me/x1\nPASSWORD=$1\nPASSWORD=$(cat x)\nTOKEN=\${TOKEN:-}`],
      [
        'a.json',
        '{"password": "Passwort", "pass": "Das Element hat kein tabindex über 0", "password_hint": "At least 8 characters"}',
      ],
      [
        'a.yml',
        `password: \${{ secrets.REGISTRY_PASSWORD }}\ntoken: !reference [a, token1]\npassword: &pw\nmax_tokens: 128000`,
      ],
      [
        '.env',
        'PASSWORD_MIN_LENGTH=8\nMAX_TOKENS=4096\nTOKEN_URL=https://x/y1\nPASSWORD=changeme\nSECRET=<your secret>',
      ],
      ['a.conf', 'location / { proxy_pass http://127.0.0.1:8000/; fastcgi_pass unix:/run/php8.sock; }'],
      ['a.md', 'http://localhost:8080/logo@2x.png and docker://app:v1@sha256:abc and amqp://guest:guest@localhost'],
      ['a.md', 'Run `git clone https://user:token@github.com/x` or https://username:password1@example.com/'],
      ['a.yaml', 'kind: ConfigMap\ndata:\n  greeting: aGVsbG8gd29ybGQ=\n'],
      ['a.txt', base64('-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYD\n')],
      ['a.js', "const esctoken = '\\\\\\\\(?:[^\\\\r\\\\n\\\\f\\\\da-f]|[\\\\da-f]{1,6})'"],
      [
        'a.md',
        'Basic information about tokens. Bearer tokens are explained below. | token | A string that names you |',
      ],
    ];
    innocent.push(
      [
        'a.md',
        'Signing key: https://keyserver.ubuntu.com/pks/lookup?op=get&search=0xC01E1CAD5EA2C4F0B8E3571504C367C218ADD4FF',
      ],
      ['a.md', 'signing-key: https://keys.openpgp.org/vks/v1/by-fingerprint/7A3A762FAFD4A51FE1A4C4C1C8F5C2B4C9B6C1A2'],
      ['a.md', 'Signing key: 0x4AEE18F83AFDEB23'],
      ['package.json', '{"dependencies": {"@inquirer/password": "^3.0.1", "passwd": "~1.22.0"}}'],
      ['.gitconfig', '[user]\n\tsigningkey = 4AEE18F83AFDEB23'],
      ['gradle.properties', 'signing.keyId=4AEE18F83AFDEB23'],
      ['a.js', 'const t = "xoxp-XXXXXXXXXXXX-XXXXXXXXXXXX-XXXXXXXXXXXX", u = "xoxe.xoxp-1-refreshed"'],
      ['a.js', '"xoxb-your-token-goes-here" "AKIAXXXXXXXXXXXXXXXX" "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"'],
      ['a.md', 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'],
      ['a.js', 'const AUTH_TOKEN_PREFIX = "base64url.bearer.phx."'],
      ['a.txt', 'User.objects.filter(password__startswith="md5$$")'],
      ['a.py', 'msg = "You cannot use --pdb with parallel tests; pass --parallel=1 to use it."'],
      [
        'a.php',
        'new PDO($dsn, "root", "root"); new PDO($dsn, $user, $password); new mysqli("h", "user", "password", "x");',
      ],
      ['a.go', 'sql.Open("mysql", "user:password@tcp(h:3306)/db") // username:password@tcp(address)'],
      ['a.java', 'DriverManager.getConnection(url, "sa", ""); source.getConnection(); pool.getConnection("orders")'],
      ['a.js', 'createConnection({ host: "h", password: process.env.DB_PASSWORD }); createPool({ password: "" })'],
    );
    for (const [path, text] of innocent) {
      const found = findSecrets(text, path).map(({ start, end }) => text.slice(start, end));
      expect([text, found]).toEqual([text, []]);
    }
  });
});

function leftOf(text: string, path: string): string {
  return findSecrets(text, path).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}\u0001${rest.slice(end)}`,
    text,
  );
}
