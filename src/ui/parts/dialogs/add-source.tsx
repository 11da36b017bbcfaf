import { type ReactNode, useState } from 'react';
import { canPickFolder, pickFolder } from '../../inputs/pick-folder.ts';
import { Button } from '../../kit/button.tsx';
import { Icon, type IconName } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { addInputs, pickFiles } from '../../state/actions/add-inputs.ts';
import { openSample } from '../../state/actions/collection-actions.ts';
import { useApp, useRequestCount } from '../../state/context.ts';
import { words } from '../../words/words.ts';
import * as css from './dialogs.module.css';

interface AddSourceProps {
  readonly collectionId?: string;
  readonly onTaken?: () => void;
}

/** The ways to add a source, with the privacy sentence. Without a collection, they create a new one. */
export function AddSource({ collectionId, onTaken }: AddSourceProps) {
  const app = useApp();
  const count = useRequestCount();
  const folder = canPickFolder();
  const hasSites = app.connection.sites !== undefined;
  const [isOpening, setOpening] = useState(false);
  const target = collectionId === undefined ? 'new' : { collectionId };
  const chooseFolder = async () => {
    const input = folder === 'handle' ? await pickFolder() : 'refused';
    if (input === undefined) return;
    onTaken?.();
    if (input === 'refused') pickFiles(app, 'folderInput', target);
    else addInputs(app, [input], collectionId);
  };
  const sample = async () => {
    setOpening(true);
    onTaken?.();
    await openSample(app);
    setOpening(false);
  };
  const site = () => app.state.dialog.set({ type: 'site', collectionId });
  const paste = () => app.state.dialog.set({ type: 'paste', target });
  return (
    <section aria-label={words.add.label} className={look.stack}>
      <div className={css.ways}>
        <Way
          icon="folder"
          label={words.add.chooseFolder}
          hint={folder === 'no' ? words.add.noFolder : words.add.folderHint}
          disabled={folder === 'no'}
          primary
          onClick={() => void chooseFolder()}
        />
        <Way
          icon="file"
          label={words.add.chooseFiles}
          hint={words.add.filesHint}
          onClick={() => {
            onTaken?.();
            pickFiles(app, 'filesInput', target);
          }}
        />
        <Way
          icon="site"
          label={words.add.addSite}
          hint={hasSites ? words.add.siteHint : words.add.noSites}
          disabled={!hasSites}
          onClick={site}
        />
        <Way
          icon="sample"
          label={words.add.openSample}
          hint={words.add.sampleHint}
          disabled={isOpening}
          onClick={() => void sample()}
        />
      </div>
      <div className={css.privacy}>
        <p>
          <strong>{words.add.privacy}</strong> {words.add.privacyMore}
        </p>
        <p className={look.row}>
          <Button
            look="link"
            label={words.add.requestsSoFar(words.count.requests(count))}
            onClick={() => app.state.dialog.set({ type: 'status' })}
          />
          <Button look="link" label={words.add.paste} onClick={paste} />
          {collectionId === undefined && (
            <Button look="link" label={words.add.restore} onClick={() => app.state.dialog.set({ type: 'restore' })} />
          )}
        </p>
      </div>
    </section>
  );
}

interface WayProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint: ReactNode;
  readonly disabled?: boolean;
  readonly primary?: boolean;
  readonly onClick: () => void;
}

function Way({ icon, label, hint, disabled, primary, onClick }: WayProps) {
  const hintId = `way-${icon}`;
  return (
    <div className={css.way}>
      <Button look={primary ? 'primary' : 'plain'} disabled={disabled} aria-describedby={hintId} onClick={onClick}>
        <Icon name={icon} />
        {label}
      </Button>
      <span className={look.hint} id={hintId}>
        {hint}
      </span>
    </div>
  );
}
