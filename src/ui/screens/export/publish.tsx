import { Suspense, useId, useState } from 'react';
import type { PublishOptions } from '../../../engine/contract.ts';
import { toBase64Url } from '../../../lib/bytes.ts';
import type { SiteAccess, SitePresentation } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { type AskedQuestion, isLost } from '../../../model/outputs/question.ts';
import { isIntroduction } from '../../../places/contents.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as dialogCss from '../../kit/dialog.module.css';
import { Ask, Dialog } from '../../kit/dialog.tsx';
import { CheckField, SelectField, TextField, toOptions } from '../../kit/field.tsx';
import { useDraft } from '../../kit/form.tsx';
import * as look from '../../kit/look.module.css';
import { loadLater, useLoaded } from '../../kit/use-loaded.ts';
import { EngineJobCard } from '../../parts/jobs/engine-job-card.tsx';
import { copyText } from '../../state/actions/copy-and-save.ts';
import { makeNamedApart } from '../../state/actions/create-collection.ts';
import { startJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { useSignal } from '../../state/signal.ts';
import { isSite } from '../../state/use-current-collection.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { ExportCard } from './cards.tsx';
import { useExport } from './use-export.ts';

const SitePreview = loadLater(() => import('./site-preview.tsx'), 'SitePreview');

interface PublishCardProps {
  /** Number of secrets; undefined while scanning. */
  readonly secrets: number | undefined;
  readonly questions: readonly AskedQuestion[] | undefined;
}

/** Makes a folder for any web host, after a warning about what becomes public. */
export function PublishCard({ secrets, questions = [] }: PublishCardProps) {
  const { engine, readApp } = useApp().connection;
  const { collection, run } = useExport();
  const [isAsking, setAsking] = useState(false);
  const [shownKey, showKey] = useState<string>();
  const { value: last, reload } = useLoaded(() => engine.readChoices(collection.id), [engine, collection.id], {
    onFailure: 'ignore',
  });
  const publish = async ({ site, lock, allowOpen }: PublishChoice) => {
    setAsking(false);
    const key = lock !== undefined && 'key' in lock ? lock.key : undefined;
    await run(async (options) => {
      // Stored first: a website without its key could never be opened.
      await engine.writeChoices(collection.id, { site, ...(key === undefined ? {} : { publishKey: key }) });
      const form = site.searchOnly ? 'search' : 'folder';
      const made = await engine.publish({ ...options, form, app: await readApp(), site, lock, allowOpen });
      if (key !== undefined) showKey(key);
      return made;
    });
    reload();
  };
  const { siteAccess, publishKey } = last ?? {};
  return (
    <>
      <ExportCard
        title={exportWords.website}
        text={exportWords.publishText}
        action={exportWords.publish}
        onAction={() => setAsking(true)}
      >
        {siteAccess !== undefined && <p className={look.hint}>{exportWords.lastAccess(siteAccess)}</p>}
        {siteAccess === 'link' && publishKey !== undefined && (
          <div>
            <Button look="quiet" label={exportWords.showKey} onClick={() => showKey(publishKey)} />
          </div>
        )}
      </ExportCard>
      {isAsking && (
        <PublishDialog
          secrets={secrets}
          questions={questions}
          onPublish={(choice) => void publish(choice)}
          onClose={() => setAsking(false)}
        />
      )}
      {shownKey !== undefined && <KeyDialog publishKey={shownKey} onClose={() => showKey(undefined)} />}
    </>
  );
}

/** Replaces the exports for a published collection: copies it to this device. */
export function KeepCopyCard({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { isSinglePage } = app.connection;
  const job = useSignal(app.state.jobs).find(
    ({ type, collectionId, endedAt }) => type === 'import' && collectionId === collection.id && endedAt === undefined,
  );
  const keep = () =>
    startJob(app, { collectionId: collection.id, type: 'import', phase: 'fetch' }, async (jobId) => {
      const { engine } = app.connection;
      // The site has one name for its readers.
      const exceptIds = isSite(app.connection, collection) ? [collection.id] : [];
      const copy = await makeNamedApart(app, () => engine.keepCopy(collection.id, jobId), ...exceptIds);
      await app.state.refresh();
      const open = () => navigate({ place: 'search', collectionId: copy.id, query: '' });
      app.state.toasts.show(exportWords.kept, { tone: 'ok', action: { label: exportWords.openCopy, run: open } });
    });
  return (
    <Card
      title={exportWords.keepTitle}
      action={
        !isSinglePage && (
          <Button look="primary" label={exportWords.keep} isBusy={job !== undefined} onClick={() => void keep()} />
        )
      }
    >
      <p>{isSinglePage ? exportWords.keepPage : exportWords.keepText}</p>
      {job !== undefined && <EngineJobCard job={job} />}
    </Card>
  );
}

/** The user's answers to the dialog. */
type PublishChoice = Pick<PublishOptions, 'lock' | 'allowOpen'> & { readonly site: SitePresentation };

/** Fields of the dialog, which begin with what was published last. */
interface PublishForm {
  readonly site: SitePresentation;
  readonly access: SiteAccess;
  readonly passphrase: string;
  readonly isRenewed: boolean;
  /** Who could read the website until now. */
  readonly lastAccess?: SiteAccess;
  /** The key of old links. */
  readonly key?: string;
  /** Files that can be the start page. */
  readonly paths: readonly string[];
}

interface PublishDialogProps {
  /** Number of secrets; undefined while scanning. */
  readonly secrets: number | undefined;
  readonly questions: readonly AskedQuestion[];
  readonly onPublish: (choice: PublishChoice) => void;
  readonly onClose: () => void;
}

/** Asks what is published and who can read it. A website that was locked becomes open only after a second question. */
function PublishDialog({ secrets, questions, onPublish, onClose }: PublishDialogProps) {
  const { collection, selection, facts, allowed } = useExport();
  const [asksOpen, setAsksOpen] = useState(false);
  const [previewed, setPreviewed] = useState<PublishChoice>();
  const form = usePublishForm(collection);
  const { value, change } = form;
  const files = facts?.files;
  const { lastAccess = 'open', passphrase, site } = value ?? {};
  const access = (!site?.searchOnly && value?.access) || 'open';
  const isLocked = access !== 'open';
  const unlocks = !isLocked && lastAccess !== 'open';
  const publish = () => {
    if (value !== undefined) onPublish({ site: value.site, lock: toLock({ ...value, access }), allowOpen: unlocks });
  };
  if (asksOpen && files !== undefined)
    return (
      <Ask
        title={exportWords.openTitle}
        confirm={exportWords.keepLocked}
        onConfirm={() => change({ access: lastAccess, site: { ...(value as PublishForm).site, searchOnly: false } })}
        cancel={exportWords.publishOpen}
        onCancel={publish}
        onClose={() => setAsksOpen(false)}
      >
        <p>{exportWords.openWhat(files, lastAccess)}</p>
      </Ask>
    );
  const masked = selection.mask ? allowed.size : (secrets ?? 0);
  const isComplete =
    secrets !== undefined &&
    files !== undefined &&
    !(access === 'passphrase' && passphrase === '') &&
    (site?.searchOnly ? isPattern(site.pages, collection) : isWebAddress(site?.address));
  const preview = () => value !== undefined && setPreviewed({ site: value.site, lock: toLock(value) });
  const confirm = unlocks ? () => setAsksOpen(true) : publish;
  const aboutSecrets =
    secrets === undefined ? exportWords.scanning : exportWords.publishSecrets(secrets, selection.mask, masked);
  if (previewed !== undefined)
    return (
      <Suspense>
        <SitePreview
          choice={previewed}
          access={access}
          secrets={aboutSecrets}
          onBack={() => setPreviewed(undefined)}
          onClose={onClose}
          onPublish={confirm}
        />
      </Suspense>
    );
  return (
    <Ask
      title={exportWords.publishTitle}
      confirm={exportWords.makeZip}
      onConfirm={confirm}
      stays={unlocks}
      others={site?.searchOnly ? [] : [[exportWords.preview.label, preview, { disabled: !isComplete }]]}
      onClose={onClose}
      form={form}
      disabled={!isComplete}
    >
      <p>{files !== undefined && (isLocked ? exportWords.lockWhat(files, access) : exportWords.publishWhat(files))}</p>
      <p>{aboutSecrets}</p>
      {questions.length > 0 && <p>{words.toasts.questions(questions.filter(isLost).length, questions.length)}</p>}
      {value !== undefined && (
        <>
          <SelectField
            label={exportWords.publishForm}
            value={value.site.searchOnly ? 'search' : 'site'}
            options={FORMS}
            onChange={(chosen) => change({ site: { ...value.site, searchOnly: chosen === 'search' } })}
          />
          {value.site.searchOnly ? (
            <SearchFields form={value} onChange={(next) => change({ site: next })} />
          ) : (
            <>
              <SiteFields form={value} onChange={(next) => change({ site: next })} />
              <AccessFields form={value} onChange={change} />
            </>
          )}
        </>
      )}
      <p className={look.soft}>{site?.searchOnly ? exportWords.searchHint : exportWords.publishHint}</p>
    </Ask>
  );
}

function usePublishForm({ id, name }: Collection) {
  const { engine } = useApp().connection;
  const load = async (): Promise<PublishForm> => {
    const [choices, files] = await Promise.all([engine.readChoices(id), engine.listFiles(id)]);
    const paths = files.filter(({ chunkCount }) => chunkCount > 0).map(({ path }) => path);
    const start = paths.find((path) => !path.includes('/') && isIntroduction(path)) ?? '';
    const { site = { name, description: '', start }, siteAccess: lastAccess, publishKey: key } = choices;
    return { site, access: lastAccess ?? 'open', lastAccess, key, paths, passphrase: '', isRenewed: false };
  };
  return useDraft(useLoaded(load, [engine, id], { onFailure: 'return' }));
}

const FORMS = toOptions(exportWords.publishForms);
const KEY_BYTES = 32;

function toLock({ access, passphrase, key, isRenewed }: PublishForm): PublishChoice['lock'] {
  if (access === 'open') return undefined;
  if (access === 'passphrase') return { passphrase };
  const isNew = key === undefined || isRenewed;
  return { key: isNew ? toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES))) : key };
}

/** A browser shows a few of them while the user types. */
const MAX_OPTIONS = 1_000;

interface SiteProps {
  readonly form: PublishForm;
  readonly onChange: (site: SitePresentation) => void;
}

function isWebAddress(text = ''): boolean {
  return text.trim() === '' || (/^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim()));
}

/** Crawled pages have an address. */
function needsPages({ sources }: Collection): boolean {
  return sources.some(({ type }) => type !== 'site');
}

function isPattern(pages = '', collection: Collection): boolean {
  return pages === '' ? !needsPages(collection) : URL.canParse(pages, 'https://example.org');
}

function SearchFields({ form: { site }, onChange }: SiteProps) {
  const { collection } = useExport();
  const { pages = '' } = site;
  return (
    <>
      <TextField label={exportWords.siteName} value={site.name} onChange={(name) => onChange({ ...site, name })} />
      {(pages !== '' || needsPages(collection)) && (
        <TextField
          label={exportWords.sitePages}
          hint={exportWords.sitePagesHint}
          problem={pages === '' || isPattern(pages, collection) ? undefined : exportWords.siteAddressBad}
          value={pages}
          onChange={(next) => onChange({ ...site, pages: next.trim() })}
        />
      )}
      <pre className={`${look.small} ${look.name}`} style={{ whiteSpace: 'pre-wrap' }}>
        {exportWords.searchTags}
      </pre>
    </>
  );
}

function SiteFields({ form: { site, paths }, onChange }: SiteProps) {
  const listId = useId();
  const isMissing = site.start !== '' && !paths.includes(site.start);
  return (
    <>
      <TextField label={exportWords.siteName} value={site.name} onChange={(name) => onChange({ ...site, name })} />
      <TextField
        label={exportWords.siteDescription}
        hint={exportWords.siteDescriptionHint}
        value={site.description}
        onChange={(description) => onChange({ ...site, description })}
      />
      <TextField
        label={exportWords.siteAddress}
        hint={exportWords.siteAddressHint}
        problem={isWebAddress(site.address) ? undefined : exportWords.siteAddressBad}
        value={site.address ?? ''}
        onChange={(address) => onChange({ ...site, address })}
      />
      <TextField
        label={exportWords.siteStart}
        hint={exportWords.siteStartHint}
        problem={isMissing ? exportWords.siteStartMissing : undefined}
        list={listId}
        value={site.start}
        onChange={(start) => onChange({ ...site, start })}
      />
      <CheckField
        label={exportWords.siteReadingOnly}
        hint={exportWords.siteReadingOnlyHint}
        checked={site.readingOnly ?? false}
        onChange={(readingOnly) => onChange({ ...site, readingOnly })}
      />
      <datalist id={listId}>
        {paths.slice(0, MAX_OPTIONS).map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}

interface AccessProps {
  readonly form: PublishForm;
  readonly onChange: (part: Partial<PublishForm>) => void;
}

function AccessFields({ form, onChange }: AccessProps) {
  const { access, lastAccess, passphrase, key, isRenewed } = form;
  return (
    <>
      <SelectField
        label={exportWords.access}
        value={access}
        options={toOptions(exportWords.accesses)}
        onChange={(next) => onChange({ access: next })}
      />
      {access !== 'open' && <p className={look.hint}>{exportWords.lockHint}</p>}
      {access !== 'open' && lastAccess === 'open' && <p className={look.notice}>{exportWords.stillOpen}</p>}
      {access === 'passphrase' && (
        <TextField
          label={exportWords.passphrase}
          hint={exportWords.passphraseHint}
          autoComplete="off"
          value={passphrase}
          onChange={(text) => onChange({ passphrase: text })}
        />
      )}
      {access === 'link' && key !== undefined && (
        <CheckField
          label={exportWords.newKey}
          hint={exportWords.newKeyHint}
          checked={isRenewed}
          onChange={(next) => onChange({ isRenewed: next })}
        />
      )}
    </>
  );
}

/** Shows the key of a website until the user says that it is saved. The card shows it again. */
function KeyDialog({ publishKey, onClose }: { readonly publishKey: string; readonly onClose: () => void }) {
  const app = useApp();
  const end = `#key=${publishKey}`;
  return (
    <Dialog title={exportWords.keyTitle} onClose={onClose}>
      <div className={dialogCss.body}>
        <p>{exportWords.keyNote}</p>
        <p>
          <code className={look.name}>{end}</code>
        </p>
        <div className={dialogCss.actions}>
          <Button label={words.common.copy} onClick={() => void copyText(app, end, words.common.copied)} />
          <Button look="primary" label={exportWords.keySaved} onClick={onClose} />
        </div>
      </div>
    </Dialog>
  );
}
