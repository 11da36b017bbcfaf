import { useState } from 'react';
import {
  CRAWL_TYPES,
  type CrawlType,
  SITE_BOUNDS,
  type SiteOptions,
  type SiteScope,
} from '../../../model/site/site.ts';
import { words } from '../../words/words.ts';
import { FLAGS, isWindow, type NumberName, toUnit, WINDOWS } from './read-site.ts';

export function SiteOptionFields({ chosen }: { readonly chosen: Omit<SiteOptions, 'url'> }) {
  return (
    <div className="grid-2" style={{ marginTop: 12 }}>
      <div className="field">
        <label htmlFor="site-type">{words.site.type}</label>
        <select id="site-type" name="crawlType" className="select" defaultValue={chosen.crawlType}>
          {(Object.keys(CRAWL_TYPES) as CrawlType[]).map((type) => (
            <option key={type} value={type}>
              {words.site.types[type]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="site-scope">{words.site.scope}</label>
        <select id="site-scope" name="scope" className="select" defaultValue={chosen.scope}>
          {SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {words.site.scopes[scope]}
            </option>
          ))}
        </select>
      </div>
      <NumberField name="maxPages" label={words.site.maxPages} value={chosen.maxPages} />
      <NumberField name="maxDepth" label={words.site.maxDepth} value={chosen.maxDepth} hint={words.site.depthHint} />
      <NumberField name="concurrency" label={words.site.concurrency} value={chosen.concurrency} />
      <NumberField name="maxRequestsPerSec" label={words.site.perSec} value={chosen.maxRequestsPerSec} />
      <NumberField name="retries" label={words.site.retries} value={chosen.retries} />
      <NumberField name="timeoutMs" label={words.site.timeout} value={chosen.timeoutMs} />
      <NumberField name="maxPageBytes" label={words.site.pageBytes} value={chosen.maxPageBytes} />
      <NumberField name="maxFrontier" label={words.site.frontier} value={chosen.maxFrontier} />
      {WINDOWS.map((name) => (
        <WindowField key={name} name={name} value={chosen[name]} />
      ))}
      <div className="field">
        <label htmlFor="site-globs">{words.site.globs}</label>
        <textarea
          id="site-globs"
          name="globs"
          className="input mono"
          rows={3}
          defaultValue={chosen.globs.join('\n')}
          aria-describedby="site-globs-hint"
        />
        <span className="hint" id="site-globs-hint">
          {words.site.globsHint}
        </span>
      </div>
      <div className="field">
        {FLAGS.map((name) => (
          <label key={name} className="check">
            <input type="checkbox" name={name} defaultChecked={chosen[name]} />
            {words.site.flags[name]}
          </label>
        ))}
      </div>
    </div>
  );
}

const SCOPES: readonly SiteScope[] = ['subpages', 'hostname', 'domain'];

function WindowField({ name, value }: { readonly name: (typeof WINDOWS)[number]; readonly value: string | undefined }) {
  const [text, setText] = useState(value ?? '');
  const isBad = text.trim() !== '' && !isWindow(text);
  const id = `site-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{words.site.windows[name]}</label>
      <input
        id={id}
        name={name}
        className="input"
        value={text}
        aria-invalid={isBad}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="hint" id={`${id}-hint`} role={isBad ? 'alert' : undefined}>
        {isBad ? words.site.badWindow : words.site.windowHint}
      </span>
    </div>
  );
}

function NumberField({ name, label, value, hint }: NumberProps) {
  const [min, max] = SITE_BOUNDS[name];
  const unit = toUnit(name);
  return (
    <div className="field">
      <label htmlFor={`site-${name}`}>{label}</label>
      <input
        id={`site-${name}`}
        name={name}
        type="number"
        step="any"
        className="input"
        min={min / unit}
        max={max / unit}
        defaultValue={value === undefined ? undefined : value / unit}
      />
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}

interface NumberProps {
  readonly name: NumberName;
  readonly label: string;
  readonly value?: number | undefined;
  readonly hint?: string;
}
