import { describe, expect, it } from 'vitest';
import { coverageProblems } from './specCoverage.mjs';

const FILES = {
  'tests/e2e/help.test.ts': `
    describe('feedback', () => {
      it('is sent with its author, and one’s address', async () => {});
      it.each([['a', 1]])('%s is refused', async () => {});
      describe.skipIf(isWindows)("somebody's", () => {});
    });
    expect(text).toBe('is only said');`,
  'native/test/strip_test.cpp': 'TEST_CASE("strip: gains are its own") {',
};
const problemsOf = (...rows) =>
  coverageProblems(
    ['| Line | Test |', '| ---- | ---- |', ...rows.map((row) => `| ${row} |`)].join('\n'),
    (file) => FILES[file],
  );

describe('a line of the table of what is built', () => {
  it('passes where its files and tests are there', () => {
    const rows = [
      'Feedback | tests/e2e/help.test.ts',
      'Feedback | tests/e2e/help.test.ts › feedback › is sent with its author; is refused (of five)',
      "Words | tests/e2e/help.test.ts › one's address; somebody's; native/test/strip_test.cpp › gains are its own",
      'Chat | not there yet',
    ];
    expect(problemsOf(...rows)).toEqual([]);
  });

  it('is refused where a file is gone, also one of several', () => {
    expect(problemsOf('Chat | tests/e2e/help.test.ts; tests/e2e/chat.test.ts › answers')).toEqual([
      '3: tests/e2e/chat.test.ts is not there ("Chat")',
    ]);
  });

  it('is refused where a name is no title, though it stands elsewhere in the file', () => {
    expect(problemsOf('Feedback | tests/e2e/help.test.ts › feedback; is only said')).toEqual([
      '3: tests/e2e/help.test.ts has no test "is only said" ("Feedback")',
    ]);
  });

  it('is refused where it names no test', () => {
    expect(problemsOf('Feedback |  ', 'Chat | by hand')).toEqual([
      '3: no test is named for "Feedback"',
      '4: no file stands before the test "by hand" ("Chat")',
    ]);
  });
});
