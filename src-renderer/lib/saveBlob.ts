/** Time for the browser to take the file before its address is given up. */
const RELEASE_AFTER_MS = 60_000;

/** Saves bytes as a file, where the browser keeps downloads or asks. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER_MS);
}
