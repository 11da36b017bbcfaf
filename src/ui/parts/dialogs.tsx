import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../model/limits.ts';
import { addInputs, readInputs, report } from '../state/actions.ts';
import type { Dialog } from '../state/app-state.ts';
import { useApp } from '../state/context.ts';
import { preferences } from '../state/preferences.ts';
import { useStore } from '../state/store.ts';
import { useCurrentCollection } from '../state/use-current-collection.ts';
import { toVisibleName } from '../visible-text.ts';
import { words } from '../words.ts';
import { AddSource } from './add-source.tsx';
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
    case 'paste':
      return <PasteDialog text={dialog.text ?? ''} onClose={close} />;
    case 'target':
      return <TargetDialog dialog={dialog} onClose={close} />;
    case 'large':
      return <LargeDialog dialog={dialog} onClose={close} />;
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

interface Of<T extends Dialog['type']> {
  readonly dialog: Extract<Dialog, { type: T }>;
  readonly onClose: () => void;
}

function PasteDialog({ text: first, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const app = useApp();
  const collection = useCurrentCollection();
  const [text, setText] = useState(first);
  const [name, setName] = useState('pasted.md');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    addInputs(app, [{ type: 'paste', name: name.trim() || 'pasted.md', text }], collection?.id);
  };
  return (
    <Modal title={words.add.pasteTitle} onClose={onClose}>
      <form className="dialog-body" onSubmit={submit}>
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
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={text.trim() === ''}>
            {words.add.pasteStart}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function TargetDialog({ dialog, onClose }: Of<'target'>) {
  const app = useApp();
  const collection = useCurrentCollection();
  const choose = (collectionId?: string) => {
    onClose();
    addInputs(app, dialog.inputs, collectionId);
  };
  const name = toVisibleName(dialog.inputs.map((input) => input.name).join(', ')).slice(0, 200);
  return (
    <Modal title={words.add.targetTitle} onClose={onClose}>
      <div className="dialog-body">
        <p className="name">{words.add.targetText(name)}</p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          {collection !== undefined && (
            <button type="button" className="button" onClick={() => choose(collection.id)}>
              {words.add.targetHere(toVisibleName(collection.name).slice(0, 40))}
            </button>
          )}
          <button type="button" className="button primary" onClick={() => choose()}>
            {words.add.newCollection}
          </button>
        </div>
      </div>
    </Modal>
  );
}

function LargeDialog({ dialog, onClose }: Of<'large'>) {
  const app = useApp();
  const go = () => {
    onClose();
    void readInputs(app, dialog.inputs, dialog.collectionId);
  };
  return (
    <Modal title={words.add.largeTitle} onClose={onClose}>
      <div className="dialog-body">
        <p>{words.add.largeText(dialog.bytes, LIMITS.askAboveBytes)}</p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <button type="button" className="button primary" onClick={go}>
            {words.add.largeGo}
          </button>
        </div>
      </div>
    </Modal>
  );
}

function LeaveDialog({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  return (
    <Modal title={words.reader.leaveTitle} onClose={onClose}>
      <div className="dialog-body">
        <p>{words.reader.leaveText}</p>
        <p className="mono name">{toVisibleName(url)}</p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <a className="button primary" href={url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
            {words.reader.leaveGo}
          </a>
        </div>
      </div>
    </Modal>
  );
}

function ShortcutDialog({ onClose }: { readonly onClose: () => void }) {
  const { singleKeys } = useStore(preferences);
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    app.connection.engine.renameCollection(dialog.collection.id, name.trim()).then(app.state.refresh).catch(report);
  };
  return (
    <Modal title={words.library.renameTitle} onClose={onClose}>
      <form className="dialog-body" onSubmit={submit}>
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
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={name.trim() === ''}>
            {words.common.save}
          </button>
        </div>
      </form>
    </Modal>
  );
}
