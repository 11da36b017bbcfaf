export interface MenuEntry {
  readonly name: string;
  /** Figures below the name. */
  readonly note?: string;
  readonly onAction: () => void;
  readonly isDisabled?: boolean | undefined;
  /** True for an action that deletes something. */
  readonly isDanger?: boolean;
}
