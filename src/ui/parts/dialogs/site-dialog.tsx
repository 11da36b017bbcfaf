import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { countIndexed } from '../../../model/collection.ts';
import {
  CRAWL_TYPES,
  type CrawlType,
  DEFAULT_SITE_OPTIONS,
  SITE_SCOPES,
  type SiteOptions,
  type SiteScope,
} from '../../../model/site/site.ts';
import type { SitePreview } from '../../../model/site/site-service.ts';
import { parseRepoAddress } from '../../../site/repo-address.ts';
import { parseSiteOptions, toDefaultScope } from '../../../site/site-options.ts';
import { Button } from '../../kit/button.tsx';
import * as css from '../../kit/dialog.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import * as fieldCss from '../../kit/field.module.css';
import { CheckField, SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { startSite } from '../../state/actions/collection-actions.ts';
import { findPublished, openIfPublished } from '../../state/actions/open-published.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { type AppContext, useApp } from '../../state/context.ts';
import { readError } from '../../state/read-error.ts';
import { deletePreset, followPresets, type PresetOptions, readPresets, savePreset } from '../../state/site-presets.ts';
import { useCompanion } from '../../state/use-companion.ts';
import { formatCompact, formatCount, formatDuration } from '../../text/format.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { describeProblem, describeReason } from '../../words/describe-problem.ts';
import { describeOutcome } from '../../words/pages.ts';
import { publishedWords } from '../../words/published.ts';
import { repoWords, siteWords } from '../../words/site.ts';
import { words } from '../../words/words.ts';
import {
  checkAddresses,
  checkGlobs,
  checkNumber,
  checkRetryDelays,
  checkWindow,
  FLAGS,
  type NumberName,
  readAddresses,
  readOptions,
  readSite,
  removeLines,
  type SiteChoice,
  toBounds,
  toUnit,
  WINDOWS,
} from './read-site.ts';

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
  /** Chosen by the user, a preset or a stored site; otherwise the address decides. */
  const [chosenScope, chooseScope] = useState(isKnown ? options?.scope : undefined);
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
  const { urls: addresses } = readAddresses(url);
  const [address = NO_ADDRESS] = addresses;
  const scope = chosenScope ?? (addresses.length > 1 ? 'hostname' : toDefaultScope(address));
  const takePasted = (next: SiteOptions) => {
    fill({ key: JSON.stringify(next), options: next });
    chooseScope(next.scope);
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
    if (isKnown || isList || site.scope === 'file') void start();
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
          scope={scope}
          onChange={(text) => {
            setUrl(text);
            setChecked(false);
          }}
        />
        {repo === undefined && (
          <details open={isKnown || (options?.globs?.length ?? 0) > 0}>
            <summary>{siteWords.options}</summary>
            <PresetRow
              onChoose={(name, saved) => {
                fill({ key: name, options: saved ?? { ...DEFAULT_SITE_OPTIONS, ...options } });
                chooseScope(saved?.scope);
              }}
              readOptions={readPreset}
            />
            <PasteOptions url={address} onUse={takePasted} />
            <SiteOptionFields key={filled.key} chosen={{ ...filled.options, scope }} onScope={chooseScope} />
          </details>
        )}
        {isKnown && <CheckField label={siteWords.once} name="once" />}
        {repo === undefined && <LoginField isOn={filled.options.useLogin} isOffered={companion !== undefined} />}
        {published !== undefined && (
          <p className={look.notice} role="status">
            {published}
          </p>
        )}
        {preview !== undefined && <SitePreviewView preview={preview} scope={scope} />}
        <p className={look.hint}>{siteWords.privacy}</p>
        <div className={css.actions}>
          <Button label={words.common.cancel} onClick={onClose} />
          {repo === undefined && (
            <Button
              label={isPreviewing ? siteWords.preview.loading : siteWords.preview.start}
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

/** Keeps the stored value as long as the companion is missing or has not answered. */
function LoginField({ isOn, isOffered }: { readonly isOn: boolean | undefined; readonly isOffered: boolean }) {
  if (!isOffered) return isOn && <input type="hidden" name="useLogin" value="on" />;
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

interface AddressFieldProps {
  readonly value: string;
  readonly isFixed: boolean;
  /** Shows problems after a submit; a list of several lines shows them while typing. */
  readonly isChecked: boolean;
  readonly isRepo: boolean;
  readonly scope: SiteScope;
  readonly onChange: (value: string) => void;
}

/** A field for one address, or several on separate lines. */
function AddressField({ value, isFixed, isChecked, isRepo, scope, onChange }: AddressFieldProps) {
  const isList = value.trim().includes('\n');
  const fault = isRepo || !(isChecked || isList) ? '' : checkAddresses(value);
  const { urls, badLines } = readAddresses(value);
  const single = (urls.length > 0 && siteWords.scopeOf[scope]) || siteWords.addressHint;
  const hint = isRepo ? repoWords.recognised : isList ? siteWords.listed(urls.length) : single;
  const canDrop = isList && badLines.length > 0;
  return (
    <>
      <TextArea
        label={siteWords.address}
        hint={isFixed ? undefined : hint}
        problem={isFixed ? undefined : fault}
        inputMode="url"
        autoComplete="url"
        rows={Math.min(MAX_ROWS, value.split('\n').length)}
        placeholder="https://docs.example.org/"
        value={value}
        readOnly={isFixed}
        onChange={onChange}
        onKeyDown={submitByEnter}
      />
      {canDrop && !isFixed && (
        <p className={look.hint}>
          <Button
            look="link"
            label={siteWords.removeLines(formatCount(badLines.length), badLines.length)}
            onClick={() => onChange(removeLines(value, badLines))}
          />
        </p>
      )}
    </>
  );
}

/** Longer lists scroll. */
const MAX_ROWS = 8;

/** Submits on Enter, like a one-line field; Shift+Enter starts another line. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface PresetRowProps {
  /** Called with the name of the chosen preset and its options, or with an empty name. */
  readonly onChoose: (name: string, options: PresetOptions | undefined) => void;
  /** Reads the options in the form; undefined when one is invalid. */
  readonly readOptions: () => PresetOptions | undefined;
}

/** Saved options: choose, change, save and delete them. */
function PresetRow({ onChoose, readOptions }: PresetRowProps) {
  const [presets, setPresets] = useState(readPresets);
  useEffect(() => followPresets(() => setPresets(readPresets())), []);
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState<string>();
  const choose = (next: string, all = presets) => {
    setPresets(all);
    setChosen(next);
    onChoose(next, all.find((preset) => preset.name === next)?.options);
  };
  const save = () => {
    const given = name?.trim() ?? '';
    const options = given === '' ? undefined : readOptions();
    if (options === undefined) return;
    choose(given, savePreset({ name: given, options }));
    setName(undefined);
  };
  const saveByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <div className={look.row} style={{ marginTop: 12, alignItems: 'end' }}>
      <SelectField
        label={siteWords.presets.label}
        value={chosen}
        options={[['', siteWords.presets.none], ...presets.map(({ name: one }) => [one, one] as const)]}
        onChange={(next) => choose(next)}
      />
      {name === undefined ? (
        <>
          <Button label={siteWords.presets.saveAs} onClick={() => setName(chosen)} />
          {chosen !== '' && (
            <Button label={siteWords.presets.remove} onClick={() => choose('', deletePreset(chosen))} />
          )}
        </>
      ) : (
        <>
          <input
            className={fieldCss.input}
            style={{ width: 'auto', flex: '1 1 140px' }}
            aria-label={siteWords.presets.name}
            placeholder={siteWords.presets.name}
            maxLength={60}
            // biome-ignore lint/a11y/noAutofocus: the field appears because the user asked to name a preset
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={saveByEnter}
          />
          <Button label={words.common.save} disabled={name.trim() === ''} onClick={save} />
          <Button label={words.common.cancel} onClick={() => setName(undefined)} />
        </>
      )}
    </div>
  );
}

interface PasteOptionsProps {
  /** Address for options that name none. */
  readonly url: string;
  readonly onUse: (options: SiteOptions) => void;
}

/** Takes the options of a crawl as JSON; names of other tools count. */
function PasteOptions({ url, onUse }: PasteOptionsProps) {
  const { toasts } = useApp().state;
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState('');
  if (text === undefined)
    return <Button label={siteWords.paste.open} style={{ marginBlock: 8 }} onClick={() => setText('')} />;
  const use = () => {
    try {
      const { options, ignored } = parseSiteOptions(text, url);
      onUse(options);
      if (ignored.length > 0) toasts.show(siteWords.paste.ignored(ignored));
      setText(undefined);
    } catch (error) {
      setProblem(siteWords.paste.refused(readError(error).message));
    }
  };
  const change = (typed: string) => {
    setText(typed);
    setProblem('');
  };
  return (
    <div className={look.stack} style={{ marginBlock: 12 }}>
      <TextArea label={siteWords.paste.label} value={text} problem={problem} isMono rows={4} onChange={change} />
      <div className={look.row}>
        <Button label={siteWords.paste.use} onClick={use} />
        <Button label={words.common.cancel} onClick={() => setText(undefined)} />
      </div>
    </div>
  );
}

interface OptionFieldsProps {
  readonly chosen: PresetOptions;
  readonly onScope: (scope: SiteScope) => void;
}

/** A field for each option; problems appear next to it while typing. */
function SiteOptionFields({ chosen, onScope }: OptionFieldsProps) {
  return (
    <div className={look.columns} style={{ marginTop: 12 }}>
      <SelectField label={siteWords.type} name="crawlType" defaultValue={chosen.crawlType} options={TYPES} />
      <SelectField label={siteWords.scope} name="scope" value={chosen.scope} options={SCOPES} onChange={onScope} />
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
      <div className={fieldCss.field}>
        {FLAGS.map((name) => (
          <CheckField key={name} label={siteWords.flags[name]} name={name} defaultChecked={chosen[name]} />
        ))}
      </div>
    </div>
  );
}

const TYPES = (Object.keys(CRAWL_TYPES) as CrawlType[]).map((type) => [type, siteWords.types[type]] as const);
const SCOPES = SITE_SCOPES.map((scope) => [scope, siteWords.scopes[scope]] as const);

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

const MAX_SECTIONS = 12;

interface Previewed {
  readonly preview?: SitePreview;
  /** Describes the published collection at the address. */
  readonly published?: string;
}

/** Previews a crawl with the current options of the form. Closing the form stops the preview and its requests. */
function useSitePreview() {
  const app = useApp();
  const { sites } = app.connection;
  const [site, showPreview] = useState<SiteChoice>();
  const load = async (choice: SiteChoice, signal: AbortSignal): Promise<Previewed> => {
    signal.addEventListener('abort', () => void sites?.stopPreview().catch(() => undefined));
    try {
      const published = choice.urls === undefined ? await previewPublished(app, choice.url) : undefined;
      if (published !== undefined || signal.aborted) return { published };
      return { preview: await sites?.previewSite(choice) };
    } catch (error) {
      if (!signal.aborted) app.state.report(error);
      return {};
    }
  };
  const { value, status } = useLoaded<Previewed>((signal) => site && load(site, signal), [app, site]);
  return { ...value, isPreviewing: status === 'loading' && site !== undefined, showPreview };
}

function SitePreviewView({ preview, scope }: { readonly preview: SitePreview; readonly scope: SiteScope }) {
  const { scopes, sections, skipped, idleGlobs, unreadableHosts } = preview;
  if (!preview.isReadable)
    return (
      <p className={look.problem} role="status">
        {describeReason('crawl/unreadable')}
      </p>
    );
  return (
    <section className={look.stack} aria-label={siteWords.preview.title} role="status">
      <p>{toSentence(preview)}</p>
      {scopes.length > 0 && (
        <p className={look.note}>
          {siteWords.preview.scopes(
            scopes
              .map((one) => siteWords.preview.scope(siteWords.scopes[one.scope], one.pages, one.scope === scope))
              .join(', '),
          )}
        </p>
      )}
      {sections.length > 0 && (
        <ul className={look.small}>
          {sections.slice(0, MAX_SECTIONS).map(({ section, pages }) => (
            <li key={section}>
              {section === '' ? siteWords.preview.top : toVisibleName(section)} · {formatCount(pages)}
            </li>
          ))}
          {sections.length > MAX_SECTIONS && <li>{siteWords.preview.moreSections(sections.length - MAX_SECTIONS)}</li>}
        </ul>
      )}
      {skipped.length > 0 && (
        <p className={look.note}>
          {siteWords.preview.skipped(
            skipped.map(({ reason, urls }) => `${describeOutcome(reason)} (${formatCount(urls)})`).join(', '),
          )}
        </p>
      )}
      {idleGlobs.map((glob) => (
        <p key={glob} className={look.notice}>
          {siteWords.preview.idle(toShortName(glob, 80))}
        </p>
      ))}
      {unreadableHosts.length > 0 && (
        <p className={look.notice}>{siteWords.preview.unreadableHosts(toShortName(unreadableHosts.join(', '), 200))}</p>
      )}
    </section>
  );
}

function toSentence({ pages, beyondLimit, fullPages, tokens, ms }: SitePreview): string {
  return [
    siteWords.preview.pages(pages),
    fullPages > 0 ? siteWords.preview.full(fullPages) : '',
    beyondLimit > 0 ? siteWords.preview.beyond(beyondLimit) : '',
    siteWords.preview.about(formatCompact(tokens), formatDuration(ms)),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes the published collection at an address, without adding it to the library; undefined where nothing is published. */
async function previewPublished(app: AppContext, address: string): Promise<string | undefined> {
  try {
    const found = await findPublished(app, address);
    if (found === undefined) return undefined;
    return publishedWords.preview(toShortName(found.name), countIndexed(found.stats));
  } catch (error) {
    return describeProblem(readError(error));
  }
}
