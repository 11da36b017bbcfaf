import type { ComponentType } from 'react';
import type { Dialog, DialogProps } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import {
  AddDialog,
  AddressListDialog,
  LargeDialog,
  LlmsDialog,
  PasteDialog,
  PermissionDialog,
  TargetDialog,
} from './add-dialogs.tsx';
import { LeaveDialog, ShortcutDialog, StatusDialog } from './app-dialogs.tsx';
import { BackUpDialog, RestoreDialog } from './backup-dialogs.tsx';
import { EditorDialog, GroupDialog, RenameDialog, RulesDialog } from './collection-dialogs.tsx';
import { OcrDialog } from './ocr-dialog.tsx';
import { Palette } from './palette.tsx';
import { RepoDialog } from './repo-dialog.tsx';
import { SiteDialog } from './site-dialog.tsx';

const DIALOGS: { readonly [T in Dialog['type']]: ComponentType<DialogProps<T>> } = {
  site: SiteDialog,
  repo: RepoDialog,
  paste: PasteDialog,
  llms: LlmsDialog,
  'address-list': AddressListDialog,
  target: TargetDialog,
  large: LargeDialog,
  permission: PermissionDialog,
  add: AddDialog,
  leave: LeaveDialog,
  status: StatusDialog,
  shortcuts: ShortcutDialog,
  palette: Palette,
  rules: RulesDialog,
  editor: EditorDialog,
  rename: RenameDialog,
  group: GroupDialog,
  ocr: OcrDialog,
  'back-up': BackUpDialog,
  restore: RestoreDialog,
};

/** The open dialog. This module is loaded with the first one. */
export function Dialogs({ dialog }: { readonly dialog: Dialog }) {
  const { state } = useApp();
  const Open = DIALOGS[dialog.type] as ComponentType<DialogProps<Dialog['type']>>;
  return <Open dialog={dialog} onClose={() => state.dialog.set(undefined)} />;
}
