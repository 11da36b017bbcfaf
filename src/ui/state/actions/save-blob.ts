export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The download has read the address by then; without this the bytes stay alive as long as the page.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
