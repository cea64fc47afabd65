/** Begins once that is loaded; what it returns ends it, or keeps it from beginning. */
export function whenLoaded<Loaded>(
  load: () => Promise<Loaded>,
  begin: (loaded: Loaded) => () => void,
): () => void {
  let end: (() => void) | null = null;
  let isOver = false;
  void load().then((loaded) => {
    if (!isOver) end = begin(loaded);
  });
  return () => {
    isOver = true;
    end?.();
  };
}
