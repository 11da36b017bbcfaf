import { type ReactNode, useState } from 'react';
import { CRAWL_TYPES, type CrawlType, DEFAULT_SITE_OPTIONS } from '../../../../model/site/site.ts';
import * as css from '../../../kit/field.module.css';
import { CheckField, SelectField, TextArea, TextField } from '../../../kit/field.tsx';
import * as look from '../../../kit/look.module.css';
import type { PresetOptions } from '../../../state/site-presets.ts';
import { siteWords } from '../../../words/site.ts';
import {
  checkGlobs,
  checkNumber,
  checkRetryDelays,
  checkWindow,
  FLAGS,
  type NumberName,
  toBounds,
  toUnit,
  WINDOWS,
} from './read-site.ts';

/** A field for each option; problems appear next to it while typing. */
export function SiteOptionFields({ chosen }: { readonly chosen: PresetOptions }) {
  return (
    <div className={look.columns} style={{ marginTop: 12 }}>
      <SelectField label={siteWords.type} name="crawlType" defaultValue={chosen.crawlType} options={TYPES} />
      <SelectField label={siteWords.scope} name="scope" defaultValue={chosen.scope} options={SCOPES} />
      {NUMBER_FIELDS.map(([name, label, hint]) => (
        <CheckedField
          key={name}
          name={name}
          label={label}
          hint={hint}
          first={toText(name, chosen[name])}
          check={(text) => checkNumber(name, text)}
          bounds={toBounds(name)}
        />
      ))}
      <CheckedField
        name="retryDelaysSec"
        label={siteWords.retryDelays}
        hint={siteWords.retryDelaysHint}
        first={(chosen.retryDelaysSec ?? DEFAULT_SITE_OPTIONS.retryDelaysSec).join(', ')}
        check={checkRetryDelays}
      />
      {WINDOWS.map((name) => (
        <CheckedField
          key={name}
          name={name}
          label={siteWords.windows[name]}
          hint={siteWords.windowHint}
          first={chosen[name] ?? ''}
          check={checkWindow}
        />
      ))}
      <CheckedField
        name="globs"
        label={siteWords.globs}
        hint={siteWords.globsHint}
        first={chosen.globs.join('\n')}
        check={checkGlobs}
        rows={3}
      />
      <div className={css.field}>
        {FLAGS.map((name) => (
          <CheckField key={name} label={siteWords.flags[name]} name={name} defaultChecked={chosen[name]} />
        ))}
      </div>
    </div>
  );
}

const TYPES = (Object.keys(CRAWL_TYPES) as CrawlType[]).map((type) => [type, siteWords.types[type]] as const);
const SCOPES = (['subpages', 'hostname', 'domain'] as const).map((scope) => [scope, siteWords.scopes[scope]] as const);

const NUMBER_FIELDS: readonly (readonly [name: NumberName, label: string, hint?: string])[] = [
  ['maxPages', siteWords.maxPages],
  ['maxDepth', siteWords.maxDepth, siteWords.depthHint],
  ['concurrency', siteWords.concurrency],
  ['maxRequestsPerSec', siteWords.perSec],
  ['retries', siteWords.retries],
  ['timeoutMs', siteWords.timeout],
  ['maxPageBytes', siteWords.pageBytes],
  ['maxFrontier', siteWords.frontier],
];

function toText(name: NumberName, value: number | undefined): string {
  return value === undefined ? '' : String(value / toUnit(name));
}

interface CheckedProps {
  readonly name: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly first: string;
  /** Returns the problem, or an empty text. */
  readonly check: (text: string) => string;
  readonly rows?: number;
  /** Set for numbers. */
  readonly bounds?: readonly [min: number, max: number];
}

function CheckedField({ name, label, hint, first, check, rows, bounds }: CheckedProps) {
  const [text, setText] = useState(first);
  // A number field returns an empty text for input that isn't a number.
  const [isNoNumber, setNoNumber] = useState(false);
  const shared = { name, label, hint, problem: check(isNoNumber ? 'no number' : text), value: text };
  if (rows !== undefined) return <TextArea {...shared} isMono rows={rows} onChange={setText} />;
  return (
    <TextField
      {...shared}
      {...(bounds && { type: 'number', min: bounds[0], max: bounds[1], step: 'any' })}
      onChange={(typed, { validity }) => {
        setText(typed);
        setNoNumber(validity.badInput);
      }}
    />
  );
}
