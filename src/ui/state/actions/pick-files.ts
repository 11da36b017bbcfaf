import type { AddTarget } from '../app-state.ts';
import type { AppContext } from '../context.ts';

/** Opens the browser's chooser; what the user chooses goes to the target. */
export function pickFiles({ state }: AppContext, input: 'folderInput' | 'filesInput', target: AddTarget): void {
  state.pickTarget.current = target;
  state.elements[input].current?.click();
}
