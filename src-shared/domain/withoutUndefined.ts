type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** An explicit `undefined`, as the process port carries it, changes nothing. */
export function withoutUndefined<T extends object>(changes: T): Defined<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<T>;
}
