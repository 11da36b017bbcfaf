import type { ComponentType } from 'react';
import type { Dialog } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { AddDialog } from './add-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { LargeDialog } from './large-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Palette } from './palette.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { ShortcutDialog } from './shortcut-dialog.tsx';
import { AddressListDialog } from './site/address-list-dialog.tsx';
import { LlmsDialog } from './site/llms-dialog.tsx';
import { RepoDialog } from './site/repo-dialog.tsx';
import { SiteDialog } from './site/site-dialog.tsx';
import { RulesDialog } from './source/rules-dialog.tsx';
import { TargetDialog } from './target-dialog.tsx';

const DIALOGS: { readonly [T in Dialog['type']]: ComponentType<DialogProps<T>> } = {
  site: SiteDialog,
  repo: RepoDialog,
  paste: PasteDialog,
  llms: LlmsDialog,
  'address-list': AddressListDialog,
  target: TargetDialog,
  large: LargeDialog,
  add: AddDialog,
  leave: LeaveDialog,
  requests: RequestDialog,
  shortcuts: ShortcutDialog,
  palette: Palette,
  rules: RulesDialog,
  rename: RenameDialog,
};

/** The open dialog. This module is loaded with the first one. */
export function Dialogs({ dialog }: { readonly dialog: Dialog }) {
  const { state } = useApp();
  const Open = DIALOGS[dialog.type] as ComponentType<DialogProps<Dialog['type']>>;
  return <Open dialog={dialog} onClose={() => state.dialog.set(undefined)} />;
}
