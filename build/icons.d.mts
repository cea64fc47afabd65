/** A drawing of `build/`, e.g. `icon`, as a square PNG of so many pixels a side. */
export function drawIcon(name: string, sizePx: number): Uint8Array;
