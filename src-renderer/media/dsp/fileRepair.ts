/** A repair of a sound that lies there: it looks at what is to come, so what it gives is later. */
export interface FileRepair {
  /** Planar, any number of samples; with `isLast` all that there is comes out. As many come out in the end as went in. */
  process(planes: readonly Float32Array[], isLast: boolean): Float32Array<ArrayBuffer>[];
}

export function joined(one: Float32Array, other: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** What is not a number, or far too loud for a sound, is none. */
export const soundOf = (sample: number): number => (sample >= -16 && sample <= 16 ? sample : 0);
