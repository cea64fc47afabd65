import { describe, expect, it } from 'vitest';
import { readDoctest, settleNative } from './nativeTests.mjs';

const LINE = '='.repeat(79);
const said = (name, ...rest) =>
  `${LINE}\n../test/clock_test.cpp:10:\nTEST CASE:  ${name}\n\n${rest.join('\n\n')}\n\n`;
const summary = (passed, failed) =>
  `${LINE}\n[doctest] test cases: ${passed + failed} | ${passed} passed | ${failed} failed | 2 skipped\n`;
const ERROR = '../test/clock_test.cpp:12: ERROR: CHECK( 1 == 2 ) is NOT correct!\n  values: CHECK( 1 == 2 )';

const first = readDoctest(
  said('a clock, read', '../test/clock_test.cpp:11: MESSAGE: fine') + said('a device', ERROR) + summary(4, 1),
  1,
);

describe('what native tests said', () => {
  it('counts, and names the case that failed with its reason', () => {
    expect(first).toMatchObject({ passed: 4, failed: 1, skipped: 2, isEnded: true });
    expect(first.failures).toEqual([
      {
        name: 'a device',
        reason: '../test/clock_test.cpp:12: ERROR: CHECK( 1 == 2 ) is NOT correct!   values: CHECK( 1 == 2 )',
      },
    ]);
  });

  it('has failed where it ended without its summary, or with a case that crashed', () => {
    expect(readDoctest('', 139)).toMatchObject({ passed: 0, failed: 1, isEnded: false });
    const crash = '../test/clock_test.cpp:12: FATAL ERROR: test case CRASHED: SIGSEGV';
    expect(readDoctest(said('a device', crash) + summary(2, 1), 1)).toMatchObject({
      failed: 1,
      isEnded: false,
    });
    expect(readDoctest(summary(5, 0), 1).failed).toBe(1);
  });

  it('counts a case that passes when it is tried again as passed, and names it', () => {
    const { counts, findings } = settleNative(first, readDoctest(summary(1, 0), 0));
    expect(counts.native).toMatchObject({ passed: 5, failed: 0, skipped: 2 });
    expect(findings).toMatchObject({ failed: [], unsteady: [{ name: 'a device' }] });
  });

  it.each([
    ['fails again', readDoctest(said('a device', ERROR) + summary(0, 1), 1)],
    ['is not found again', readDoctest(summary(0, 0), 0)],
    ['is not tried again', null],
  ])('has failed where it %s', (_, second) => {
    expect(settleNative(first, second).counts.native).toMatchObject({ passed: 4, failed: 1 });
  });
});
