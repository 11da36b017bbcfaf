import type { SourceInput } from '../../sources/contract.ts';
import { filesToInputs } from './files-to-inputs.ts';

interface LaunchParams {
  readonly files?: readonly FileSystemFileHandle[];
}
type LaunchWindow = Window & { launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void } };

/** Listens for files that the system opens with the installed app. Does nothing where the browser has no launch queue. */
export function listenForLaunchedFiles(onFiles: (inputs: Promise<readonly SourceInput[]>) => void): void {
  (window as LaunchWindow).launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) onFiles(Promise.all(files.map((handle) => handle.getFile())).then(filesToInputs));
  });
}
