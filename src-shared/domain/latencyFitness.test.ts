import { describe, expect, it } from 'vitest';
import { latencyFitnessOf } from './latencyFitness.ts';

describe('what a latency is good for', () => {
  it.each([
    [3, 'monitoring'],
    [10.4, 'monitoring'],
    [10.5, 'nearlyMonitoring'],
    [25, 'nearlyMonitoring'],
    [46, 'calls'],
    [75, 'calls'],
    [76, 'slowCalls'],
    [150, 'slowCalls'],
    [151, 'tooLate'],
    [2000, 'tooLate'],
  ] as const)('%d ms: %s', (latencyMs, fitness) => {
    expect(latencyFitnessOf(latencyMs)).toBe(fitness);
  });
});
