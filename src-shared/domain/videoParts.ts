interface Part {
  id: string;
  /** null: a track on its own. */
  sourceId: string | null;
  startFrame: number | null;
}

/** The files of a take as the cameras and screens that they are parts of, each with its parts in the order of time. */
export function groupParts<T extends Part>(videoTracks: readonly T[]): [T, ...T[]][] {
  const tracks = new Map<string, [T, ...T[]]>();
  for (const videoTrack of videoTracks) {
    const key = videoTrack.sourceId === null ? `track ${videoTrack.id}` : `source ${videoTrack.sourceId}`;
    const parts = tracks.get(key);
    if (parts) parts.push(videoTrack);
    else tracks.set(key, [videoTrack]);
  }
  return [...tracks.values()].map((parts) =>
    parts.sort((one, other) => (one.startFrame ?? 0) - (other.startFrame ?? 0)),
  );
}
