/**
 * What a delay from microphone to output is good for, the shortest first; `upToMs` belongs to it.
 *
 * - Monitoring: one's own voice through the bones and a later one in the headphones mix; from about 10 ms on that is heard
 *   as a comb filter, from about 25 ms on as an echo (Lester and Boley, "The Effects of Latency on Live Sound Monitoring",
 *   AES 123, 2007).
 * - Calls: ITU-T G.114 wants 150 ms at most from mouth to ear. Half of it is left to the network and the other side.
 */
const LATENCY_FITNESS = [
  { fitness: 'monitoring', upToMs: 10 },
  { fitness: 'nearlyMonitoring', upToMs: 25 },
  { fitness: 'calls', upToMs: 75 },
  { fitness: 'slowCalls', upToMs: 150 },
  { fitness: 'tooLate', upToMs: Infinity },
] as const;

export type LatencyFitness = (typeof LATENCY_FITNESS)[number]['fitness'];

/** What `latencyMs` is good for, as it is shown: in whole milliseconds. */
export function latencyFitnessOf(latencyMs: number): LatencyFitness {
  const shownMs = Math.round(latencyMs);
  return LATENCY_FITNESS.find(({ upToMs }) => shownMs <= upToMs)?.fitness ?? 'tooLate';
}
