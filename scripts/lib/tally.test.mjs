import { describe, expect, it } from 'vitest';
import { joinRuns, leftOut, settle, summarise } from './tally.mjs';

const SUITES = ['e2e', 'backend'];
const ran = (file, passed, failed = 0) => ({
  file,
  passed,
  failed,
  skipped: 0,
  seconds: 10,
  hasFailed: failed > 0,
});
const finding = (file, test) => ({ file, name: `${file}: ${test}`, reason: 'it was late' });
const A = 'tests/e2e/a.test.ts';
const B = 'tests/backend/b.test.ts';
const first = summarise(SUITES, {
  files: [ran(A, 4, 1), ran(B, 7)],
  failed: [finding(A, 'one')],
  code: 1,
});

describe('a file that is run once more', () => {
  it('counts by its second run, and is named where it passes then', () => {
    const second = summarise(SUITES, { files: [ran(A, 5)], failed: [], code: 0 });
    const { counts, findings, files } = settle(first, second);
    expect(counts).toMatchObject({ e2e: { passed: 5, failed: 0 }, backend: { passed: 7, failed: 0 } });
    expect(findings).toEqual({ failed: [], unsteady: [finding(A, 'one')] });
    expect(files.map(({ seconds }) => seconds)).toEqual([20, 10]);
  });

  it('has failed where it fails again, and is not called unsteady', () => {
    const second = summarise(SUITES, { files: [ran(A, 4, 1)], failed: [finding(A, 'two')], code: 1 });
    const { counts, findings } = settle(first, second);
    expect(counts.e2e).toMatchObject({ passed: 4, failed: 1 });
    expect(findings).toEqual({ failed: [finding(A, 'two')], unsteady: [] });
  });

  it('does not hide what failed outside the tests', () => {
    const outside = { file: 'outside the tests', name: 'outside', reason: 'unhandled' };
    const broken = summarise(SUITES, {
      files: [ran(A, 4, 1)],
      failed: [finding(A, 'one'), outside],
      code: 1,
    });
    const second = summarise(SUITES, { files: [ran(A, 5)], failed: [], code: 0 });
    const { counts, findings } = settle(broken, second);
    expect(counts.e2e.failed).toBe(1);
    expect(findings).toEqual({ failed: [outside], unsteady: [finding(A, 'one')] });
  });

  it('has failed where its second run said nothing', () => {
    const { counts, findings } = settle(first, summarise(SUITES, { files: null, failed: [], code: 1 }));
    expect(counts.e2e.failed).toBe(1);
    expect(findings.failed).toEqual([finding(A, 'one')]);
  });
});

it('a run that says nothing has failed once', () => {
  expect(summarise(SUITES, { files: null, failed: [], code: 1 }).counts.e2e.failed).toBe(1);
  expect(summarise(SUITES, { files: [ran(A, 1)], failed: [], code: 0 }).counts.e2e.failed).toBe(0);
});

describe('what runs behind all others', () => {
  const passed = summarise(SUITES, { files: [ran(B, 7)], failed: [], code: 0 });

  it('is counted with them', () => {
    const { counts, findings, files } = joinRuns(passed, first);
    expect(counts).toMatchObject({ e2e: { passed: 4, failed: 1 }, backend: { passed: 14, failed: 0 } });
    expect(findings.failed).toEqual([finding(A, 'one')]);
    expect(files).toHaveLength(3);
  });

  it('has failed where it says nothing', () => {
    const silent = summarise(SUITES, { files: null, failed: [], code: 1 });
    for (const joined of [joinRuns(passed, silent), joinRuns(silent, passed)])
      expect(joined.counts.e2e.failed).toBe(1);
  });

  it('is named and counted as skipped where there is no time for it', () => {
    const { counts, findings } = joinRuns(passed, leftOut(SUITES, [A], 71.4));
    expect(counts).toMatchObject({ e2e: { passed: 0, failed: 0, skipped: 1 }, backend: { passed: 7 } });
    expect(findings.leftOut).toEqual([{ name: A, reason: expect.stringContaining('71 minutes') }]);
  });
});
