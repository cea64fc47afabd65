import { describe, expect, it } from 'vitest';
import { CRASH_LOOP_MS, decideAfterCrash } from './rendererCrash.ts';

describe('decideAfterCrash', () => {
  it('loads the page again after a first crash', () => {
    expect(decideAfterCrash('crashed', null, 5000)).toBe('reload');
    expect(decideAfterCrash('oom', null, 5000)).toBe('reload');
  });

  it('asks where it crashed again soon after', () => {
    expect(decideAfterCrash('crashed', 5000, 5000 + CRASH_LOOP_MS - 1)).toBe('ask');
  });

  it('loads it again where the last crash is long ago', () => {
    expect(decideAfterCrash('killed', 5000, 5000 + CRASH_LOOP_MS)).toBe('reload');
  });

  it('lets an orderly end be', () => {
    expect(decideAfterCrash('clean-exit', 1, 2)).toBe('ignore');
  });
});
