/**
 * Test files that measure delays or rates of a running system, or that hold a core for minutes: with others beside
 * them they would measure those. They run one at a time, after all others.
 */
export const MEASURING = ['tests/integration/captureLatency.test.ts'];
