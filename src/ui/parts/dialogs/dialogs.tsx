import { useState } from 'react';
import { LIMITS } from '../../../model/limits.ts';
import { addInputs, offerInputs, readInputs, report } from '../../state/actions.ts';
import type { Dialog } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { preferences } from '../../state/preferences.ts';
import { useSignal } from '../../state/signal.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { toShortName, toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { AddSource } from './add-source.tsx';
import { Ask } from './ask.tsx';
import { Modal } from './modal.tsx';
import { Palette } from './palette.tsx';
import { RequestList } from './request-list.tsx';
import { SiteForm } from './site-form.tsx';

/** Whatever lies over the page. Loaded with the first one. */
export function Dialogs({ dialog }: { readonly dialog: Dialog }) {
  const { state } = useApp();
  const close = () => state.dialog.set(undefined);
  switch (dialog.type) {
    case 'site':
      return (
        <Modal title={words.site.title} onClose={close}>
          <SiteForm url={dialog.url ?? ''} collectionId={dialog.collectionId} onDone={close} />
        </Modal>
      );
    case 'site-options':
      return (
        <Modal title={words.site.againTitle} onClose={close}>
          <SiteForm url={dialog.options.url} collectionId={dialog.collectionId} known={dialog} onDone={close} />
        </Modal>
      );
    case 'paste':
      return <PasteDialog dialog={dialog} onClose={close} />;
    case 'target':
      return <TargetDialog dialog={dialog} onClose={close} />;
    case 'large':
      return <LargeDialog dialog={dialog} onClose={close} />;
    case 'large-job':
      return <LargeJobDialog dialog={dialog} onClose={close} />;
    case 'add':
      return (
        <Modal title={words.add.label} className="wide" onClose={close}>
          <div className="dialog-body">
            <AddSource collectionId={dialog.collectionId} onTaken={close} />
          </div>
        </Modal>
      );
    case 'leave':
      return <LeaveDialog url={dialog.url} onClose={close} />;
    case 'requests':
      return (
        <Modal title={words.status.requestsTitle} className="wide" onClose={close}>
          <RequestList />
        </Modal>
      );
    case 'shortcuts':
      return <ShortcutDialog onClose={close} />;
    case 'palette':
      return <Palette onClose={close} />;
    case 'rename':
      return <RenameDialog dialog={dialog} onClose={close} />;
  }
}

const PASTE_NAME = 'pasted.md';

interface Of<T extends Dialog['type']> {
  readonly dialog: Extract<Dialog, { type: T }>;
  readonly onClose: () => void;
}

function PasteDialog({ dialog: { target, text: first = '' }, onClose }: Of<'paste'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const [text, setText] = useState(first);
  const [name, setName] = useState(PASTE_NAME);
  const go = () => {
    const inputs = [{ type: 'paste', name: name.trim() || PASTE_NAME, text }] as const;
    if (target === 'ask') offerInputs(app, inputs, collection);
    else addInputs(app, inputs, target === 'new' ? undefined : target.collectionId);
  };
  return (
    <Ask
      title={words.add.pasteTitle}
      go={words.add.pasteStart}
      disabled={text.trim() === ''}
      onGo={go}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor="paste-name">{words.add.pasteName}</label>
        <input id="paste-name" className="input" value={name} onChange={(event) => setName(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor="paste-text">{words.add.pasteLabel}</label>
        <textarea
          id="paste-text"
          className="input mono"
          rows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </Ask>
  );
}

function TargetDialog({ dialog, onClose }: Of<'target'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const name = toShortName(dialog.inputs.map((input) => input.name).join(', '), 200);
  const addHere = () => {
    onClose();
    addInputs(app, dialog.inputs, collection?.id);
  };
  return (
    <Ask
      title={words.add.targetTitle}
      go={words.add.newCollection}
      onGo={() => addInputs(app, dialog.inputs)}
      onClose={onClose}
      more={
        collection !== undefined && (
          <button type="button" className="button" onClick={addHere}>
            {words.add.targetHere(toShortName(collection.name, 40))}
          </button>
        )
      }
    >
      <p className="name">{words.add.targetText(name)}</p>
    </Ask>
  );
}

function LargeDialog({ dialog, onClose }: Of<'large'>) {
  const app = useApp();
  const go = () => void readInputs(app, dialog.inputs, dialog.collectionId);
  return (
    <Ask title={words.add.largeTitle} go={words.add.largeGo} onGo={go} onClose={onClose}>
      <p>{words.add.largeText(dialog.bytes, LIMITS.askAboveBytes)}</p>
    </Ask>
  );
}

/** How large a folder is, is known once it has been looked through; by then reading has begun. */
function LargeJobDialog({ dialog, onClose }: Of<'large-job'>) {
  const { engine } = useApp().connection;
  return (
    <Ask
      title={words.add.largeTitle}
      go={words.add.largeGo}
      cancel={words.jobs.stop}
      onGo={() => undefined}
      onCancel={() => void engine.cancel(dialog.jobId).catch(report)}
      onClose={onClose}
    >
      <p>{words.add.largeText(dialog.bytes, LIMITS.askAboveBytes)}</p>
    </Ask>
  );
}

function LeaveDialog({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const go = () => void window.open(url, '_blank', 'noopener,noreferrer');
  return (
    <Ask title={words.reader.leaveTitle} go={words.reader.leaveGo} onGo={go} onClose={onClose}>
      <p>{words.reader.leaveText}</p>
      <p className="mono name">{toVisibleName(url)}</p>
    </Ask>
  );
}

function ShortcutDialog({ onClose }: { readonly onClose: () => void }) {
  const { singleKeys } = useSignal(preferences);
  return (
    <Modal title={words.shortcuts.title} onClose={onClose}>
      <div className="dialog-body">
        {!singleKeys && <p className="notice">{words.shortcuts.off}</p>}
        <dl className="shortcut-list">
          {words.shortcuts.rows.map(([keys, meaning]) => (
            <div key={keys} style={{ display: 'contents' }}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}

function RenameDialog({ dialog, onClose }: Of<'rename'>) {
  const app = useApp();
  const [name, setName] = useState(dialog.collection.name);
  const go = () =>
    void app.connection.engine
      .renameCollection(dialog.collection.id, name.trim())
      .then(app.state.refresh)
      .catch(report);
  return (
    <Ask
      title={words.library.renameTitle}
      go={words.common.save}
      disabled={name.trim() === ''}
      onGo={go}
      onClose={onClose}
    >
      <div className="field">
        <label htmlFor="rename">{words.library.name}</label>
        <input
          id="rename"
          className="input"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
    </Ask>
  );
}
