const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGIT = '0123456789';
const HEX = '0123456789abcdef';
const ALNUM = LOWER + UPPER + DIGIT;
const BASE64 = `${ALNUM}+/`;

export interface MadeToken {
  readonly name: string;
  /** The value that must not remain. */
  readonly value: string;
  /** A line of a file that contains it. */
  readonly line: string;
}

/** Makes up credentials in the shapes their issuers use, joined at run time so that no scanner reports this file as a leak. */
export function makeTokens(seed: number): readonly MadeToken[] {
  const pick = createPicker(seed);
  const a = (n: number): string => pick(ALNUM, n);
  const h = (n: number): string => pick(HEX, n);
  const u = (n: number): string => pick(UPPER + DIGIT, n);
  const bare: Record<string, string> = {
    'aws id': `AK${'IA'}${pick(`${UPPER}234567`, 16)}`,
    'aws session id': `AS${'IA'}${pick(`${UPPER}234567`, 16)}`,
    'github personal': `gh${'p_'}${a(36)}`,
    'github server': `gh${'s_'}${a(36)}`,
    'github fine-grained': `github${'_pat_'}${a(22)}_${a(59)}`,
    'gitlab personal': `gl${'pat-'}${a(20)}`,
    'gitlab runner': `gl${'rt-'}${a(20)}`,
    'slack bot': `xo${'xb-'}${pick(DIGIT, 12)}-${pick(DIGIT, 12)}-${a(24)}`,
    'slack app': `xa${'pp-1-'}${u(11)}-${pick(DIGIT, 13)}-${h(64)}`,
    'slack webhook': `https://hooks.${'slack.com'}/services/T${u(8)}/B${u(8)}/${a(24)}`,
    'stripe live': `sk_${'live_'}${a(24)}`,
    'stripe restricted': `rk_${'live_'}${a(24)}`,
    'stripe webhook': `wh${'sec_'}${a(32)}`,
    'google api': `AI${'za'}${a(35)}`,
    'google oauth secret': `GOC${'SPX-'}${a(28)}`,
    'google access': `ya${'29.'}${a(100)}`,
    'openai project': `sk-${'proj-'}${a(48)}`,
    'openai old': `sk${'-'}${a(20)}T3BlbkFJ${a(20)}`,
    anthropic: `sk-${'ant-'}api03-${a(93)}AA`,
    huggingface: `h${'f_'}${pick(LOWER + UPPER, 34)}`,
    npm: `np${'m_'}${a(36)}`,
    pypi: `py${'pi-'}AgEIcHlwaS5vcmc${a(80)}`,
    sendgrid: `S${'G.'}${a(22)}.${a(43)}`,
    mailgun: `ke${'y-'}${h(32)}`,
    mailchimp: `${h(32)}-${'us'}12`,
    brevo: `xkey${'sib-'}${h(64)}-${a(16)}`,
    twilio: `S${'K'}${h(32)}`,
    digitalocean: `do${'p_v1_'}${h(64)}`,
    shopify: `shp${'at_'}${h(32)}`,
    square: `sq0${'atp-'}${a(22)}`,
    facebook: `EA${'A'}${a(150)}`,
    telegram: `${pick('123456789', 1)}${pick(DIGIT, 9)}:A${'A'}${a(33)}`,
    'discord bot': `M${a(23)}.${a(6)}.${a(27)}`,
    'discord webhook': `https://discord.com/api/${'webhooks'}/${pick('123456789', 18)}/${a(68)}`,
    jwt: `ey${'J'}${a(33)}.ey${'J'}${a(60)}.${a(43)}`,
    atlassian: `ATA${'TT3'}${a(180)}`,
    linear: `lin_${'api_'}${a(40)}`,
    notion: `nt${'n_'}${a(46)}`,
    figma: `fig${'d_'}${a(40)}`,
    airtable: `pa${'t'}${a(14)}.${h(64)}`,
    databricks: `da${'pi'}${h(32)}`,
    doppler: `dp.${'pt.'}${a(43)}`,
    dynatrace: `dt0${'c01.'}${u(24)}.${u(64)}`,
    grafana: `gl${'sa_'}${a(32)}_${h(8)}`,
    vault: `hv${'s.'}${a(95)}`,
    terraform: `${a(14)}.atlas${'v1.'}${a(67)}`,
    heroku: `HRKU${'-'}${h(8)}-${h(4)}-${h(4)}-${h(4)}-${h(12)}`,
    planetscale: `pscale_${'tkn_'}${a(43)}`,
    postman: `PM${'AK-'}${h(24)}-${h(34)}`,
    pulumi: `pu${'l-'}${h(40)}`,
    rubygems: `ruby${'gems_'}${h(48)}`,
    sentry: `sn${'trys_'}${a(80)}`,
    supabase: `sb${'p_'}${h(40)}`,
    tailscale: `ts${'key-'}auth-${a(12)}-${a(24)}`,
    netlify: `nf${'p_'}${a(36)}`,
    groq: `gs${'k_'}${a(52)}`,
    replicate: `r${'8_'}${a(37)}`,
    perplexity: `pp${'lx-'}${a(48)}`,
    'new relic': `NR${'AK-'}${u(27)}`,
    docker: `dckr_${'pat_'}${a(27)}`,
    'azure client': `${a(3)}8${'Q~'}${a(34)}`,
    contentful: `CF${'PAT-'}${a(43)}`,
    age: `AGE-SECRET-${'KEY-1'}${pick(`${UPPER}`, 58)}`,
    'unknown issuer': `zz${'q_live_'}${a(40)}`,
  };
  const named: readonly (readonly [string, string, (value: string) => string])[] = [
    ['password in code', `${a(8)}#${a(8)}`, (value) => `const pass${'word'} = "${value}";`],
    ['password in yaml', `${pick(ALNUM, 6)}!${pick(ALNUM, 10)}`, (value) => `  pass${'word'}: ${value}`],
    ['password in env', a(20), (value) => `DB_PASS${'WORD'}=${value}`],
    ['secret in json', a(32), (value) => `  "client_${'secret'}": "${value}",`],
    ['aws secret', pick(BASE64, 40), (value) => `aws_${'secret'}_access_key = ${value}`],
    ['azure storage', `${pick(BASE64, 86)}==`, (value) => `AccountName=x;Account${'Key'}=${value};EndpointSuffix=y`],
    ['url password', `${a(6)}$${a(8)}`, (value) => `DATABASE_URL=postgres://app:${value}@db.internal:5432/x`],
    ['bearer', a(40), (value) => `Authorization: Bea${'rer'} ${value}`],
    ['hex api key', h(32), (value) => `x-api-${'key'}: ${value}`],
  ];
  return [
    ...Object.entries(bare).map(([name, value]) => ({ name, value, line: `see ${value} here` })),
    ...named.map(([name, value, toLine]) => ({ name, value, line: toLine(value) })),
  ];
}

export function makePrivateKey(seed: number): string {
  const pick = createPicker(seed);
  const lines = Array.from({ length: 12 }, () => pick(BASE64, 64));
  return [`-----BEGIN RSA ${'PRIVATE'} KEY-----`, ...lines, `-----END RSA ${'PRIVATE'} KEY-----`].join('\n');
}

export function createPicker(seed: number): (from: string, count: number) => string {
  let state = seed >>> 0;
  return (from, count) => {
    let text = '';
    for (let i = 0; i < count; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      text += from[Math.floor((state / 0x1_0000_0000) * from.length)];
    }
    return text;
  };
}
