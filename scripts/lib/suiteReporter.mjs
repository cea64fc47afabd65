import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A Vitest reporter that keeps what the sum at the end needs to name: every test that failed. Written to the file that
 * SOUNDDESK_SUITE_REPORT names: `{ failed: Finding[] }` with a Finding of `{ file, name, reason }`.
 */
export default class SuiteReporter {
  #findings = { failed: [] };

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed') this.#add(test.module.relativeModuleId, test.fullName, errors);
  }

  /** Failures outside a test: a hook, a file that did not load. */
  onTestModuleEnd(module) {
    const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
    for (const suite of suites) this.#add(module.relativeModuleId, suite.fullName, suite.errors());
    if (module.errors().length > 0) this.#add(module.relativeModuleId, 'the file', module.errors());
  }

  onTestRunEnd(_modules, unhandledErrors) {
    if (unhandledErrors.length > 0) this.#add('outside the tests', 'an unhandled error', unhandledErrors);
    const file = process.env.SOUNDDESK_SUITE_REPORT;
    if (file) writeFileSync(path.resolve(file), JSON.stringify(this.#findings));
  }

  #add(file, name, errors = []) {
    const reason = String(errors[0]?.message ?? 'no reason was given')
      .split('\n')[0]
      .slice(0, 300);
    this.#findings.failed.push({ file, name: `${file}: ${name}`, reason });
  }
}
