/** What runs of Vitest come to. A file is `{ file, seconds, hasFailed, passed, failed, skipped }`. */

/** The suite of a test file. */
export const suiteOf = (file) => /^tests\/([^/]+)\//.exec(file)?.[1] ?? 'unit';

/**
 * Counts by suite. A run that ended badly without a failed test (a file that did not load, an unhandled error, a run
 * that was ended) has failed once. `files`: null where the run said nothing.
 */
export function summarise(suites, { files, failed, code }) {
  const counts = Object.fromEntries(
    suites.map((name) => [name, { passed: 0, failed: 0, skipped: 0, seconds: 0 }]),
  );
  for (const ran of files ?? []) {
    const count = counts[suiteOf(ran.file)];
    for (const key of Object.keys(count)) count[key] += ran[key];
  }
  const hasFailedTest = Object.values(counts).some((count) => count.failed > 0);
  if (code !== 0 && !hasFailedTest) counts[suites[0]].failed += 1;
  return { suites, counts, files: files ?? [], code, findings: { failed, unsteady: [] } };
}

/** What came of two runs of different files. */
export function joinRuns(one, other) {
  const failed = [...one.findings.failed, ...other.findings.failed];
  const files = [...one.files, ...other.files];
  const joined = summarise(one.suites, { files, failed, code: one.code === 0 ? other.code : one.code });
  const listed = (name) => [one, other].flatMap(({ findings }) => findings[name] ?? []);
  return { ...joined, findings: { failed, unsteady: listed('unsteady'), leftOut: listed('leftOut') } };
}

/** Files that were not run since all before them took `minutes`: each is counted as skipped. */
export function leftOut(suites, names, minutes) {
  const files = names.map((file) => ({
    file,
    seconds: 0,
    hasFailed: false,
    passed: 0,
    failed: 0,
    skipped: 1,
  }));
  const reason = `the suite had taken ${Math.round(minutes)} minutes before it, on a machine as slow or as busy as that`;
  const ran = summarise(suites, { files, failed: [], code: 0 });
  return { ...ran, findings: { ...ran.findings, leftOut: names.map((name) => ({ name, reason })) } };
}

/**
 * What came of two runs, of which the second was of the files alone that failed in the first: it counts for them, and a
 * finding of the first that is none of the second is of an unsteady file.
 */
export function settle(first, second) {
  const again = new Map(second.files.map((ran) => [ran.file, ran]));
  const files = first.files.map((ran) => {
    const other = again.get(ran.file);
    return other ? { ...other, seconds: ran.seconds + other.seconds } : ran;
  });
  const isTriedAgain = ({ file }) => again.has(file);
  const untried = first.findings.failed.filter((finding) => !isTriedAgain(finding));
  const failedAgain = new Set(second.findings.failed.map(({ file }) => file));
  const unsteady = first.findings.failed.filter(
    (finding) => isTriedAgain(finding) && !failedAgain.has(finding.file),
  );
  const code = untried.length > 0 ? first.code : second.code;
  const failed = [...untried, ...second.findings.failed];
  const settled = summarise(first.suites, { files, failed, code });
  return { ...settled, findings: { failed, unsteady } };
}
