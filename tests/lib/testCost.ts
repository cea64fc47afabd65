/** Of passwords: cheap, so that tests measure no hashing; the real cost has its own test. */
export const TEST_COST = { logN: 10, r: 8, p: 1 };
