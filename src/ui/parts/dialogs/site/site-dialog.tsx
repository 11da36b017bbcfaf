import { type FormEvent, useRef, useState } from 'react';
import { DEFAULT_SITE_OPTIONS, type SiteOptions } from '../../../../model/site/site.ts';
import { parseRepoAddress } from '../../../../site/repo-address.ts';
import { Button } from '../../../kit/button.tsx';
import * as css from '../../../kit/dialog.module.css';
import { Dialog } from '../../../kit/dialog.tsx';
import { CheckField } from '../../../kit/field.tsx';
import { usePreference } from '../../../kit/hooks.ts';
import * as look from '../../../kit/look.module.css';
import { openIfPublished } from '../../../state/actions/open-published.ts';
import { startSite } from '../../../state/actions/start-site.ts';
import { useApp } from '../../../state/context.ts';
import type { PresetOptions } from '../../../state/site-presets.ts';
import { useCompanion } from '../../../state/use-companion.ts';
import { repoWords, siteWords } from '../../../words/site.ts';
import { words } from '../../../words/words.ts';
import type { DialogProps } from '../dialog-props.ts';
import { AddressField } from './address-field.tsx';
import { PasteOptions } from './paste-options.tsx';
import { PresetRow } from './preset-row.tsx';
import { checkAddresses, readAddresses, readOptions, readSite, type SiteChoice } from './read-site.ts';
import { SiteOptionFields } from './site-option-fields.tsx';
import { SitePreviewView, useSitePreview } from './site-preview.tsx';

interface Filled {
  readonly key: string;
  readonly options: PresetOptions & Pick<SiteOptions, 'readerUrl'>;
}

export function SiteDialog({ dialog, onClose }: DialogProps<'site'>) {
  const { url: first = '', collectionId, sourceId, options } = dialog;
  const isKnown = sourceId !== undefined;
  const app = useApp();
  const companion = useCompanion();
  const form = useRef<HTMLFormElement>(null);
  const [url, setUrl] = useState(first);
  const [isChecked, setChecked] = useState(false);
  /** Values that the fields begin with. */
  const [filled, fill] = useState<Filled>(() => ({ key: '', options: { ...DEFAULT_SITE_OPTIONS, ...options } }));
  const [readerService] = usePreference('readerService');
  const repo = isKnown ? undefined : parseRepoAddress(url);
  const { preview, published, isPreviewing, showPreview } = useSitePreview();
  const readForm = (): SiteChoice | undefined => {
    setChecked(true);
    const values = readValid(form.current as HTMLFormElement, checkAddresses(url) === '');
    return values && readSite(url, values, filled.options.readerUrl ?? readerService);
  };
  const readPreset = () => {
    const values = readValid(form.current as HTMLFormElement);
    return values && readOptions(values);
  };
  const address = readAddresses(url).urls[0] ?? NO_ADDRESS;
  const takePasted = (next: SiteOptions) => {
    fill({ key: JSON.stringify(next), options: next });
    const { url: named, urls = [named], llmsUrl } = next;
    if (!isKnown && (named !== address || urls.length > 1 || llmsUrl !== undefined))
      setUrl([...urls, ...(llmsUrl === undefined ? [] : [llmsUrl])].join('\n'));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (repo) return app.state.dialog.set({ type: 'repo', repo, collectionId });
    const site = readForm();
    if (site === undefined) return;
    const once = new FormData(event.currentTarget).get('once') !== null;
    onClose();
    const again = isKnown && { sourceId, once };
    const start = () => startSite(app, { site, ...again }, { collectionId, name: new URL(site.url).host });
    const isList = site.urls !== undefined;
    // A published collection is opened directly instead of crawled.
    if (isKnown || isList) void start();
    else void openIfPublished(app, site.url).then((isOpened) => (isOpened ? undefined : start()));
  };
  return (
    <Dialog title={isKnown ? siteWords.againTitle : siteWords.title} onClose={onClose}>
      <form ref={form} className={css.body} onSubmit={submit} noValidate>
        <AddressField
          value={url}
          isFixed={isKnown}
          isChecked={isChecked}
          isRepo={repo !== undefined}
          onChange={(text) => {
            setUrl(text);
            setChecked(false);
          }}
        />
        {repo === undefined && (
          <details open={isKnown || (options?.globs?.length ?? 0) > 0}>
            <summary>{siteWords.options}</summary>
            <PresetRow
              onChoose={(name, saved) => fill({ key: name, options: saved ?? { ...DEFAULT_SITE_OPTIONS, ...options } })}
              readOptions={readPreset}
            />
            <PasteOptions url={address} onUse={takePasted} />
            <SiteOptionFields key={filled.key} chosen={filled.options} />
          </details>
        )}
        {isKnown && <CheckField label={siteWords.once} name="once" />}
        {companion !== undefined && repo === undefined && <LoginField isOn={filled.options.useLogin} />}
        {published !== undefined && (
          <p className={look.notice} role="status">
            {published}
          </p>
        )}
        {preview !== undefined && <SitePreviewView preview={preview} />}
        <p className={look.hint}>{siteWords.privacy}</p>
        <div className={css.actions}>
          <Button label={words.common.cancel} onClick={onClose} />
          {repo === undefined && (
            <Button
              label={isPreviewing ? siteWords.preview.loading : siteWords.preview.go}
              disabled={isPreviewing}
              onClick={() => {
                const site = readForm();
                if (site !== undefined) showPreview(site);
              }}
            />
          )}
          <Button
            look="primary"
            label={repo ? repoWords.next : isKnown ? siteWords.again : siteWords.start}
            type="submit"
          />
        </div>
      </form>
    </Dialog>
  );
}

function LoginField({ isOn }: { readonly isOn: boolean | undefined }) {
  return (
    <>
      <CheckField label={siteWords.useLogin} name="useLogin" defaultChecked={isOn} />
      <span className={look.hint}>{siteWords.useLoginHint}</span>
    </>
  );
}

/** Stands for the address of pasted options while the form has none. */
const NO_ADDRESS = 'https://address.invalid/';

/** Returns the values of the form. Where an option is invalid, or else the address, which is the first field, shows that field instead. */
function readValid(form: HTMLFormElement, hasAddress = true): FormData | undefined {
  const fields = [...form.elements];
  const wrong = fields.find((field) => field.getAttribute('aria-invalid') === 'true' && field.closest('details'));
  if (wrong === undefined && hasAddress) return new FormData(form);
  const shown = (wrong ?? fields[0]) as HTMLElement;
  shown.closest('details')?.setAttribute('open', '');
  shown.focus();
  return undefined;
}
