import { AppError } from '../../model/app-error.ts';
import type { FilePlace } from '../../model/raw-file.ts';

/** A folder's handle is sent with its first file only: each transfer creates another object in the browser. */
export interface SentPlace {
  readonly name: string;
  /** Index of the folder, in the order in which folders are first sent. */
  readonly folder: number;
  readonly handle?: FileSystemDirectoryHandle;
}

export interface PlaceSender {
  send(place: FilePlace): SentPlace;
}

export interface PlaceReceiver {
  receive(place: SentPlace): FilePlace;
}

/** Files come in path order, so few folders are in use at a time. Beyond this number both sides drop the oldest. */
const MAX_FOLDERS = 32;

export function createPlaceSender(): PlaceSender {
  const numbers = new Map<FileSystemDirectoryHandle, number>();
  let next = 0;
  return {
    send({ folder: handle, name }) {
      const known = numbers.get(handle);
      if (known !== undefined) return { name, folder: known };
      const folder = next++;
      numbers.set(handle, folder);
      if (numbers.size > MAX_FOLDERS) numbers.delete(numbers.keys().next().value as FileSystemDirectoryHandle);
      return { name, folder, handle };
    },
  };
}

export function createPlaceReceiver(): PlaceReceiver {
  const handles = new Map<number, FileSystemDirectoryHandle>();
  return {
    receive({ name, folder: number, handle }) {
      if (handle !== undefined) {
        handles.set(number, handle);
        handles.delete(number - MAX_FOLDERS);
      }
      const folder = handles.get(number);
      if (folder === undefined) throw new AppError('app/unexpected', 'the folder of a file was not sent');
      return { folder, name };
    },
  };
}
