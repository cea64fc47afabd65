/** A sound file of this page's microphone, or one that was chosen. */
export interface RecordedSound {
  file: File;
  /** Null: the browser cannot say. */
  durationSec: number | null;
}

/** A browser that does not say within this time never does. */
const METADATA_WITHIN_MS = 5000;

/** How long a file is, as this browser reads its head. */
export function readDuration(file: Blob): Promise<number | null> {
  const address = URL.createObjectURL(file);
  const audio = new Audio();
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), METADATA_WITHIN_MS);
    audio.onloadedmetadata = () => resolve(Number.isFinite(audio.duration) ? audio.duration : null);
    audio.onerror = () => resolve(null);
    audio.src = address;
    audio.addEventListener('loadedmetadata', () => clearTimeout(timer), { once: true });
  }).finally(() => {
    audio.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}

/** Kinds of file that the browser gives no type, by their ends. */
const TYPES: Readonly<Record<string, string>> = {
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'audio/webm',
};

/** A chosen file with a type that providers know. */
export async function openChosen(file: File): Promise<RecordedSound> {
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const type = /^(?:audio|video)\//.test(file.type) ? file.type : (TYPES[ending] ?? file.type);
  const typed = type === file.type ? file : new File([file], file.name, { type });
  return { file: typed, durationSec: await readDuration(file) };
}
