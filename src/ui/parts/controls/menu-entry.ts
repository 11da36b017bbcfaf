export interface MenuEntry {
  readonly name: string;
  readonly onAction: () => void;
  readonly isDisabled?: boolean | undefined;
  /** Something goes with it. */
  readonly isDanger?: boolean;
}
