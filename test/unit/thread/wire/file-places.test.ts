import { describe, expect, it } from 'vitest';
import { createPlaceReceiver, createPlaceSender } from '../../../../src/thread/wire/file-places.ts';

const makeFolder = (name: string) => ({ name }) as FileSystemDirectoryHandle;

describe('places of files in a batch', () => {
  it('are sent with the handle of a folder once, and resolved for all its files', () => {
    const sender = createPlaceSender();
    const receiver = createPlaceReceiver();
    const folder = makeFolder('a');
    const sent = ['x.md', 'y.md'].map((name) => sender.send({ folder, name }));
    expect(sent.map(({ handle }) => handle)).toEqual([folder, undefined]);
    expect(sent.map((place) => receiver.receive(place))).toEqual([
      { folder, name: 'x.md' },
      { folder, name: 'y.md' },
    ]);
  });

  it('are resolved for folders that were dropped long ago and occur again', () => {
    const sender = createPlaceSender();
    const receiver = createPlaceReceiver();
    const folders = Array.from({ length: 100 }, (_, i) => makeFolder(`${i}`));
    let handles = 0;
    for (const folder of [...folders, ...folders, ...folders.slice(90), ...folders.slice(90)]) {
      const sent = sender.send({ folder, name: 'a.md' });
      if (sent.handle !== undefined) handles++;
      expect(receiver.receive(sent)).toEqual({ folder, name: 'a.md' });
    }
    expect(handles).toBe(200);
  });

  it('are refused if the folder was never sent', () => {
    expect(() => createPlaceReceiver().receive({ name: 'a.md', folder: 3 })).toThrow('was not sent');
  });
});
