import type { SourceInput } from '../../sources/contract.ts';

type PickerWindow = Window & {
  showDirectoryPicker?(options: { id?: string; mode: 'read' }): Promise<FileSystemDirectoryHandle>;
};

export function canPickFolder(): 'handle' | 'input' | 'no' {
  if (typeof (window as PickerWindow).showDirectoryPicker === 'function') return 'handle';
  return 'webkitdirectory' in HTMLInputElement.prototype ? 'input' : 'no';
}

/** Returns undefined when the user cancelled, and `'refused'` when the browser blocks the picker here (a frame, a policy). */
export async function pickFolder(): Promise<SourceInput | 'refused' | undefined> {
  const picker = (window as PickerWindow).showDirectoryPicker;
  if (picker === undefined) return 'refused';
  try {
    const handle = await picker.call(window, { id: 'quire', mode: 'read' });
    return { type: 'folder', name: handle.name, handle };
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : 'refused';
  }
}

type PermissionHandle = FileSystemDirectoryHandle & {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
};

/** Checks the permission without a prompt. */
export async function canReadNow(handle: FileSystemDirectoryHandle): Promise<boolean> {
  return (await (handle as PermissionHandle).queryPermission?.({ mode: 'read' })) === 'granted';
}

/** Requests the permission. Call it inside a click: the browser may prompt. */
export async function askToRead(handle: FileSystemDirectoryHandle): Promise<boolean> {
  const asking = handle as PermissionHandle;
  if (await canReadNow(handle)) return true;
  if (asking.requestPermission === undefined) return true;
  try {
    return (await asking.requestPermission({ mode: 'read' })) === 'granted';
  } catch {
    return false;
  }
}
