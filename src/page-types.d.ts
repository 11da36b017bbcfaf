/**
 * Worker-only parts of OPFS. The store is written for both threads and asks at run time which it is in; the DOM's types know only the
 * page's half.
 */
interface FileSystemSyncAccessHandle {
  close(): void;
  flush(): void;
  getSize(): number;
  read(buffer: AllowSharedBufferSource, options?: { at?: number }): number;
  truncate(newSize: number): void;
  write(buffer: AllowSharedBufferSource, options?: { at?: number }): number;
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
}

/** Class names, imported as `* as css` so that the build puts them in place; test/unit/ui/styles/modules.test.ts finds misspelt ones. */
declare module './*.module.css';
declare module '../*.module.css';
