import type { Dialog } from '../../state/app-state.ts';

export interface DialogProps<T extends Dialog['type']> {
  readonly dialog: Extract<Dialog, { type: T }>;
  readonly onClose: () => void;
}
