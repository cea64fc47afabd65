/** All tabs of this browser, and their workers, learn by it that a recording has begun, changed or ended. */
const CHANNEL = 'sounddesk.takes';

interface TakeChanges {
  notify(takeId: string): void;
}

export function openTakeChanges(): TakeChanges {
  const channel = new BroadcastChannel(CHANNEL);
  return { notify: (takeId) => channel.postMessage(takeId) };
}

/** Hears of recordings that others change; what it returns ends that. */
export function followTakeChanges(onChanged: (takeId: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<string>) => onChanged(data);
  return () => channel.close();
}
