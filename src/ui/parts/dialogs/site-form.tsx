import { type FormEvent, useState } from 'react';
import {
  CRAWL_TYPES,
  type CrawlType,
  DEFAULT_SITE_OPTIONS,
  SITE_BOUNDS,
  type SiteOptions,
  type SiteScope,
} from '../../../model/site.ts';
import { report } from '../../state/actions.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { navigate } from '../../state/route.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly url: string;
  readonly collectionId: string | undefined;
  /** A source that is there: it is crawled again, and its address stays. */
  readonly known?: { readonly sourceId: string; readonly options: SiteOptions };
  readonly onDone: () => void;
}

const SCOPES: readonly SiteScope[] = ['subpages', 'hostname', 'domain'];

export function SiteForm({ url: first, collectionId, known, onDone }: Props) {
  const app = useApp();
  const [url, setUrl] = useState(first);
  const [isBad, setBad] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const site = readSite(url, form);
    if (site === undefined) return setBad(true);
    onDone();
    const again = known && { sourceId: known.sourceId, once: form.get('once') !== null };
    void start(app, { site, ...again }, collectionId);
  };
  return (
    <form className="dialog-body" onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor="site-url">{words.site.address}</label>
        <input
          id="site-url"
          className="input"
          inputMode="url"
          autoComplete="url"
          placeholder="https://docs.example.org/"
          value={url}
          readOnly={known !== undefined}
          aria-invalid={isBad}
          aria-describedby={known === undefined ? 'site-url-hint' : undefined}
          onChange={(event) => {
            setUrl(event.target.value);
            setBad(false);
          }}
        />
        {known === undefined && (
          <span className="hint" id="site-url-hint" role={isBad ? 'alert' : undefined}>
            {isBad ? words.site.bad : words.site.addressHint}
          </span>
        )}
      </div>
      <details open={known !== undefined}>
        <summary>{words.site.options}</summary>
        <Options chosen={known?.options ?? DEFAULT_SITE_OPTIONS} />
      </details>
      {known !== undefined && (
        <label className="check">
          <input type="checkbox" name="once" />
          {words.site.once}
        </label>
      )}
      <p className="hint">{words.site.privacy}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onDone}>
          {words.common.cancel}
        </button>
        <button type="submit" className="button primary">
          {known === undefined ? words.site.start : words.site.again}
        </button>
      </div>
    </form>
  );
}

function Options({ chosen }: { readonly chosen: Omit<SiteOptions, 'url'> }) {
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
      <div className="field">
        <label htmlFor="site-window">{words.site.window}</label>
        <input
          id="site-window"
          name="refetch_after"
          className="input"
          defaultValue={chosen.refetch_after}
          aria-describedby="site-window-hint"
        />
        <span className="hint" id="site-window-hint">
          {words.site.windowHint}
        </span>
      </div>
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

const FLAGS = ['includeOptional', 'allowQuery', 'stopAtFirstError'] as const;

type NumberName = 'maxPages' | 'maxDepth' | 'concurrency' | 'maxRequestsPerSec' | 'retries' | 'timeoutMs';
const NUMBERS: readonly NumberName[] = [
  'maxPages',
  'maxDepth',
  'concurrency',
  'maxRequestsPerSec',
  'retries',
  'timeoutMs',
];

/** People think of a timeout in seconds. */
function toUnit(name: NumberName): number {
  return name === 'timeoutMs' ? 1_000 : 1;
}

interface NumberProps {
  readonly name: NumberName;
  readonly label: string;
  readonly value?: number | undefined;
  readonly hint?: string;
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

type SiteChoice = Partial<SiteOptions> & Pick<SiteOptions, 'url'>;

/** Undefined when the address is none. Numbers out of bounds are brought back into them. */
export function readSite(text: string, form: FormData): SiteChoice | undefined {
  const url = toSiteUrl(text);
  if (url === undefined) return undefined;
  const globs = String(form.get('globs') ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const numbers = NUMBERS.flatMap((name) => {
    const value = toNumber(form, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const window = String(form.get('refetch_after') ?? '').trim();
  const { readerService } = preferences.get();
  return {
    url,
    crawlType: (form.get('crawlType') as CrawlType | null) ?? DEFAULT_SITE_OPTIONS.crawlType,
    scope: (form.get('scope') as SiteScope | null) ?? DEFAULT_SITE_OPTIONS.scope,
    globs,
    ...Object.fromEntries(numbers),
    ...Object.fromEntries(FLAGS.map((name) => [name, form.get(name) !== null])),
    ...(/^\d{1,6}\s*[mhdw]$/i.test(window) ? { refetch_after: window } : {}),
    ...(readerService === '' ? {} : { readerUrl: readerService }),
  };
}

function toNumber(form: FormData, name: NumberName): number | undefined {
  const text = String(form.get(name) ?? '').trim();
  const value = Number(text) * toUnit(name);
  if (text === '' || !Number.isFinite(value)) return undefined;
  const [min, max] = SITE_BOUNDS[name];
  // Less than one request a second is a pace too.
  return Math.min(max, Math.max(min, name === 'maxRequestsPerSec' ? value : Math.round(value)));
}

/** People type `docs.example.org`; https is meant. */
function toSiteUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return undefined;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  try {
    const url = new URL(withScheme);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

type Run = { readonly site: SiteChoice; readonly sourceId?: string; readonly once?: boolean };

async function start(app: AppContext, run: Run, collectionId: string | undefined): Promise<void> {
  const { sites, engine } = app.connection;
  if (sites === undefined) return;
  try {
    const id = collectionId ?? (await engine.createCollection({ name: new URL(run.site.url).host })).id;
    await sites.start({ collectionId: id, ...run });
    await app.state.refresh();
    navigate({ place: 'jobs' });
    // The jobs name no collection: without this the one before would stay open beside the crawl of the new one.
    if (collectionId === undefined) setPreference('lastCollection', id);
  } catch (error) {
    report(error);
  }
}
