import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { parseRepoAddress } from '../../../model/site/parse-repo-address.ts';
import { DEFAULT_SITE_OPTIONS, type SiteOptions } from '../../../model/site/site.ts';
import { openIfPublished } from '../../state/actions/open-published.ts';
import { startSite } from '../../state/actions/start-site.ts';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';
import { readSite } from './read-site.ts';
import { SiteLookView, useSiteLook } from './site-look.tsx';
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
  const repo = known === undefined ? parseRepoAddress(url) : undefined;
  const { look, isLooking, lookAt } = useSiteLook();
  const lookFirst = (form: HTMLFormElement) => {
    const site = readSite(url, new FormData(form));
    if (site === undefined) setBad(true);
    else lookAt(site);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (repo)
      return app.state.dialog.set({ type: 'repo', repo, ...(collectionId === undefined ? {} : { collectionId }) });
    const form = new FormData(event.currentTarget);
    const site = readSite(url, form);
    if (site === undefined) return setBad(true);
    onDone();
    const again = known && { sourceId: known.sourceId, once: form.get('once') !== null };
    const start = () => startSite(app, { site, ...again }, { collectionId, name: new URL(site.url).host });
    const isList = site.urls !== undefined;
    // What was published is opened as it is, and not read page by page.
    if (known !== undefined || isList) void start();
    else void openIfPublished(app, site.url).then((isOpened) => (isOpened ? undefined : start()));
  };
  return (
    <form className="dialog-body" onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor="site-url">{words.site.address}</label>
        <textarea
          id="site-url"
          className="input"
          inputMode="url"
          autoComplete="url"
          rows={Math.min(MOST_ROWS, url.split('\n').length)}
          placeholder="https://docs.example.org/"
          value={url}
          readOnly={known !== undefined}
          aria-invalid={isBad}
          aria-describedby={known === undefined ? 'site-url-hint' : undefined}
          onChange={(event) => {
            setUrl(event.target.value);
            setBad(false);
          }}
          onKeyDown={submitByEnter}
        />
        {known === undefined && (
          <span className="hint" id="site-url-hint" role={isBad ? 'alert' : undefined}>
            {isBad ? words.site.bad : repo ? words.repo.recognised : words.site.addressHint}
          </span>
        )}
      </div>
      {repo === undefined && (
        <details open={known !== undefined}>
          <summary>{words.site.options}</summary>
          <SiteOptionFields chosen={known?.options ?? DEFAULT_SITE_OPTIONS} />
        </details>
      )}
      {known !== undefined && (
        <label className="check">
          <input type="checkbox" name="once" />
          {words.site.once}
        </label>
      )}
      {look !== undefined && <SiteLookView look={look} />}
      <p className="hint">{words.site.privacy}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onDone}>
          {words.common.cancel}
        </button>
        {repo === undefined && (
          <button
            type="button"
            className="button"
            disabled={isLooking}
            onClick={(event) => lookFirst(event.currentTarget.form as HTMLFormElement)}
          >
            {isLooking ? words.site.look.looking : words.site.look.go}
          </button>
        )}
        <button type="submit" className="button primary">
          {repo ? words.repo.next : known === undefined ? words.site.start : words.site.again}
        </button>
      </div>
    </form>
  );
}

/** A list is scrolled beyond this. */
const MOST_ROWS = 8;

/** As in a field of one line; with Shift another line begins. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
