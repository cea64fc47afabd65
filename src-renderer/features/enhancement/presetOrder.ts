/** The ids with one of them at another place, counted in the result. */
export function movedTo(ids: readonly string[], id: string, index: number): string[] {
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, index), id, ...rest.slice(index)];
}
