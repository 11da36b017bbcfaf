import { useId, useState } from 'react';
import type { SitePresentation } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { isIntroduction } from '../../../model/outputs/contents.ts';
import { TextField } from '../../kit/field.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { exportWords } from '../../words/export.ts';

/** Begins with what was published last, else with the collection's name and its introduction. */
export function useSiteDraft(collection: Collection, isOpen: boolean) {
  const { engine } = useApp().connection;
  const { id, name } = collection;
  const { value } = useLoaded(
    () => (isOpen ? Promise.all([engine.readChoices(id), engine.listFiles(id)]) : undefined),
    [engine, id, isOpen],
  );
  const [typed, setTyped] = useState<SitePresentation>();
  const paths = value?.[1].filter(({ chunk_count }) => chunk_count > 0).map(({ path }) => path);
  const start = paths?.find((path) => !path.includes('/') && isIntroduction(path)) ?? '';
  const facts = typed ?? value?.[0].site ?? { name, description: '', start };
  return { facts, change: setTyped, paths };
}

/** How the publisher presents a website, as typed in the dialog. */
type SiteDraft = ReturnType<typeof useSiteDraft>;

/** A browser shows a few of them while the user types. */
const MAX_OPTIONS = 1_000;

export function SiteFields({ draft: { facts, change, paths } }: { readonly draft: SiteDraft }) {
  const listId = useId();
  const isMissing = facts.start !== '' && paths?.includes(facts.start) === false;
  return (
    <>
      <TextField label={exportWords.siteName} value={facts.name} onChange={(name) => change({ ...facts, name })} />
      <TextField
        label={exportWords.siteDescription}
        hint={exportWords.siteDescriptionHint}
        value={facts.description}
        onChange={(description) => change({ ...facts, description })}
      />
      <TextField
        label={exportWords.siteStart}
        hint={exportWords.siteStartHint}
        problem={isMissing ? exportWords.siteStartMissing : undefined}
        list={listId}
        value={facts.start}
        onChange={(start) => change({ ...facts, start })}
      />
      <datalist id={listId}>
        {paths?.slice(0, MAX_OPTIONS).map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}
