/** A file that was dropped or chosen, and the folders that it was in. */
export interface PickedFile {
  file: File;
  folder: string;
}

/** What is tried, by its kind or its ending; a name without an ending may be anything. */
const ENDINGS =
  /\.(wav|w64|rf64|bwf|caf|aiff?|aifc|au|snd|flac|wv|ogg|oga|opus|mp3|mp2|m4[abpv]|mp4|mov|mkv|mka|webm|avi|wma|wmv|asf|ts|mts|m2ts|mxf|3gp|aac|ac3|eac3|dts|amr|ape|tta)$/i;

/** Parts what may hold sound from what surely does not, e.g. the texts in a folder of recordings. */
export function partPicked(picked: readonly PickedFile[]): { files: PickedFile[]; leftOut: string[] } {
  const files: PickedFile[] = [];
  const leftOut: string[] = [];
  for (const one of picked) {
    if (mayHoldSound(one)) files.push(one);
    else leftOut.push(one.folder === '' ? one.file.name : `${one.folder}/${one.file.name}`);
  }
  return { files, leftOut };
}

function mayHoldSound({ file, folder }: PickedFile): boolean {
  if (file.name.startsWith('.')) return false;
  if (/^(audio|video)\//.test(file.type) || ENDINGS.test(file.name)) return true;
  return folder === '' && file.type === '' && !file.name.includes('.');
}

/** Of an input, which may choose folders. */
export function chosenFiles(list: FileList | null): PickedFile[] {
  return [...(list ?? [])].map((file) => ({
    file,
    folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
}

/**
 * Of a drop: folders are read to their ends. The entries are taken at once, as the browser gives them up after the event.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const taken = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const picked: PickedFile[] = [];
  for (const { entry, file } of taken) {
    if (entry?.isDirectory) picked.push(...(await readFolder(entry as FileSystemDirectoryEntry, entry.name)));
    else if (file) picked.push({ file, folder: '' });
  }
  return picked;
}

async function readFolder(folder: FileSystemDirectoryEntry, path: string): Promise<PickedFile[]> {
  const picked: PickedFile[] = [];
  const entries = await readEntries(folder);
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (const entry of entries) {
    if (entry.isDirectory) {
      picked.push(...(await readFolder(entry as FileSystemDirectoryEntry, `${path}/${entry.name}`)));
    } else {
      picked.push({ file: await fileOf(entry as FileSystemFileEntry), folder: path });
    }
  }
  return picked;
}

/** A reader gives a hundred at a time, and nothing at the end. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
