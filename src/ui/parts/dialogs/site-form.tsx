import { type FormEvent, useState } from 'react';
import { DEFAULT_SITE_OPTIONS, type SiteOptions } from '../../../model/site/site.ts';
import { report } from '../../state/actions/report.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { setPreference } from '../../state/preferences.ts';
import { navigate } from '../../state/route.ts';
import { words } from '../../words/words.ts';
import { readSite, type SiteChoice } from './read-site.ts';
import { SiteOptionFields } from './site-option-fields.tsx';

interface Props {
  readonly url: string;
  readonly collectionId: string | undefined;
  /** An existing source: it is crawled again, and its address cannot be changed. */
  readonly known?: { readonly sourceId: string; readonly options: SiteOptions };
  readonly onDone: () => void;
}

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
        <SiteOptionFields chosen={known?.options ?? DEFAULT_SITE_OPTIONS} />
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

type Run = { readonly site: SiteChoice; readonly sourceId?: string; readonly once?: boolean };

async function start(app: AppContext, run: Run, collectionId: string | undefined): Promise<void> {
  const { sites, engine } = app.connection;
  if (sites === undefined) return;
  try {
    const id =
      collectionId ?? (await engine.createCollection({ name: new URL(run.site.url).host, awaitsSource: true })).id;
    await sites.start({ collectionId: id, ...run }).catch(async (error: unknown) => {
      // A collection that was made for a site that cannot be added would stay empty.
      if (collectionId === undefined) await engine.deleteCollection(id);
      throw error;
    });
    await app.state.refresh();
    navigate({ place: 'jobs' });
    // The address of the jobs names no collection: without this the previous one would stay open.
    if (collectionId === undefined) setPreference('lastCollection', id);
  } catch (error) {
    report(error);
  }
}
