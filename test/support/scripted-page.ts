/** Functions that run in a page whose driver cannot drop folders or read downloads and the clipboard. Each is sent as text, so it uses no import. */
export interface Outputs {
  copied: string;
  /** The last download, as base64. */
  saved: string;
  readonly errors: string[];
}

/** Keeps what the page gives to the clipboard and to a download in `window.outputs`. */
export function watchOutputs(): void {
  const outputs: Outputs = { copied: '', saved: '', errors: [] };
  Object.assign(window, { outputs });
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    window.addEventListener(type, (event) => outputs.errors.push(`${type} ${(event as ErrorEvent).message ?? ''}`));
  const writeText = async (text: string) => {
    outputs.copied = text;
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  const blobs = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const url = createUrl(blob);
    blobs.set(url, blob as Blob);
    return url;
  };
  // Workers start from such addresses too; a download is a link that is clicked.
  HTMLAnchorElement.prototype.click = function () {
    const reader = new FileReader();
    reader.onload = () => {
      outputs.saved = String(reader.result).split(',')[1] ?? '';
    };
    reader.readAsDataURL(blobs.get(this.href) as Blob);
  };
}

/** Gives files to the folder input as if a folder had been chosen. */
export function setFolderInput(files: Readonly<Record<string, string>>): void {
  const transfer = new DataTransfer();
  for (const [path, text] of Object.entries(files))
    transfer.items.add(new File([text], path.split('/').at(-1) as string, { lastModified: 1 }));
  const input = document.querySelector<HTMLInputElement>('input[type=file][webkitdirectory]');
  if (!input) throw new Error('no folder input');
  input.files = transfer.files;
  // The list may hold copies of what was added, so paths are given to the files that are in it.
  for (const [at, path] of Object.keys(files).entries())
    Object.defineProperty(input.files[at], 'webkitRelativePath', { value: path });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

export function toPathsBelow(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}
