/** The worker's own part of the browser's types. */
export interface SyncHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}
interface SyncFile extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

/** An empty file of the browser's storage, written at any place. */
export async function openOutput(folder: FileSystemDirectoryHandle, name: string): Promise<SyncHandle> {
  const handle = await (
    (await folder.getFileHandle(name, { create: true })) as SyncFile
  ).createSyncAccessHandle();
  handle.truncate(0);
  return handle;
}

/** Throws `QuotaExceededError` where there is no more room. */
export function writeAt(handle: SyncHandle, bytes: Uint8Array, at: number): void {
  if (handle.write(bytes, { at }) < bytes.length)
    throw new DOMException('The storage is full.', 'QuotaExceededError');
}
