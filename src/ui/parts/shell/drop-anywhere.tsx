import type { SourceInput } from '../../../sources/contract.ts';
import { filesToInputs, folderFilesToInput } from '../../inputs/files-to-inputs.ts';
import * as look from '../../kit/look.module.css';
import { addInputs, offerInputs } from '../../state/actions/add-inputs.ts';
import { useApp } from '../../state/context.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import { ProgressBar } from '../controls/progress-bar.tsx';
import * as css from './shell.module.css';
import { useDrop, useLaunched, usePaste, useSentPages, useShared } from './use-arrivals.ts';

/** Handles input at any time: drops on the page, pastes, and the two hidden file inputs. */
export function DropAnywhere() {
  const app = useApp();
  const collection = useCurrentCollection();
  const isTaking = useSignal(app.state.taking);
  const { elements, pickTarget } = app.state;
  const { folderInput, filesInput } = elements;
  const take = (inputs: readonly SourceInput[]) => {
    const target = pickTarget.current;
    pickTarget.current = 'ask';
    if (typeof target === 'object' && inputs.length > 0) addInputs(app, inputs, target.collectionId);
    else offerInputs(app, inputs, target === 'new' ? undefined : collection);
  };
  const isOver = useDrop(app, collection);
  usePaste(app, collection);
  useLaunched(app, collection);
  useShared(app);
  useSentPages(app, collection);
  return (
    <>
      <input
        type="file"
        id="choose-folder-input"
        ref={folderInput}
        aria-label={words.add.chooseFolder}
        hidden
        multiple
        // Not in React's types; browsers support it.
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          const input = folderFilesToInput(Array.from(event.target.files ?? []));
          event.target.value = '';
          take(input === undefined ? [] : [input]);
        }}
      />
      <input
        type="file"
        id="choose-files-input"
        ref={filesInput}
        aria-label={words.add.chooseFiles}
        hidden
        multiple
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          event.target.value = '';
          if (files.length > 0) take(filesToInputs(files));
        }}
      />
      {(isOver || isTaking) && (
        <div className={css.dropVeil}>
          <div className={look.stack}>
            {isTaking ? words.add.reading : words.add.over}
            {isTaking && <ProgressBar label={words.add.reading} value={0} max={0} />}
          </div>
        </div>
      )}
    </>
  );
}
