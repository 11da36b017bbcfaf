import * as css from '../../kit/dialog.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import type { Dialog as OpenDialog } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { repoWords, siteWords } from '../../words/site.ts';
import { words } from '../../words/words.ts';
import { AddSource } from './add-source.tsx';
import { LargeDialog, LargeJobDialog } from './large-dialogs.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Palette } from './palette.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RequestList } from './request-list.tsx';
import { ShortcutDialog } from './shortcut-dialog.tsx';
import { AddressListDialog } from './site/address-list-dialog.tsx';
import { LlmsDialog } from './site/llms-dialog.tsx';
import { RepoForm } from './site/repo-form.tsx';
import { SiteForm } from './site/site-form.tsx';
import { RulesDialog } from './source/rules-dialog.tsx';
import { TargetDialog } from './target-dialog.tsx';

/** The open dialog. This module is loaded with the first one. */
export function Dialogs({ dialog }: { readonly dialog: OpenDialog }) {
  const { state } = useApp();
  const close = () => state.dialog.set(undefined);
  switch (dialog.type) {
    case 'site':
      return (
        <Dialog title={siteWords.title} onClose={close}>
          <SiteForm url={dialog.url ?? ''} collectionId={dialog.collectionId} options={dialog.options} onDone={close} />
        </Dialog>
      );
    case 'site-options':
      return (
        <Dialog title={siteWords.againTitle} onClose={close}>
          <SiteForm
            url={(dialog.options.urls ?? [dialog.options.url]).join('\n')}
            collectionId={dialog.collectionId}
            known={dialog}
            onDone={close}
          />
        </Dialog>
      );
    case 'repo':
      return (
        <Dialog title={dialog.sourceId === undefined ? repoWords.title : repoWords.againTitle} onClose={close}>
          <RepoForm repo={dialog.repo} collectionId={dialog.collectionId} sourceId={dialog.sourceId} onDone={close} />
        </Dialog>
      );
    case 'paste':
      return <PasteDialog dialog={dialog} onClose={close} />;
    case 'llms':
      return <LlmsDialog dialog={dialog} onClose={close} />;
    case 'address-list':
      return <AddressListDialog dialog={dialog} onClose={close} />;
    case 'target':
      return <TargetDialog dialog={dialog} onClose={close} />;
    case 'large':
      return <LargeDialog dialog={dialog} onClose={close} />;
    case 'large-job':
      return <LargeJobDialog dialog={dialog} onClose={close} />;
    case 'add':
      return (
        <Dialog
          title={dialog.collectionId === undefined ? words.add.newCollection : words.add.label}
          className={css.wide}
          onClose={close}
        >
          <div className={css.body}>
            <AddSource {...dialog} onTaken={close} />
          </div>
        </Dialog>
      );
    case 'leave':
      return <LeaveDialog url={dialog.url} onClose={close} />;
    case 'requests':
      return (
        <Dialog title={words.status.requests} className={css.wide} onClose={close}>
          <RequestList />
        </Dialog>
      );
    case 'shortcuts':
      return <ShortcutDialog onClose={close} />;
    case 'palette':
      return <Palette onClose={close} />;
    case 'rules':
      return <RulesDialog dialog={dialog} onClose={close} />;
    case 'rename':
      return <RenameDialog dialog={dialog} onClose={close} />;
  }
}
