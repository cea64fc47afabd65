/** What of the table is not so: rows without a test, files and names that are gone. `read` gives a text, or undefined. */
export function coverageProblems(markdown, read) {
  return coverageRows(markdown).flatMap(({ at, line, tests }) => {
    if (tests.length === 0) return [`${at}: no test is named for "${line}"`];
    return tests.flatMap((test) => {
      const problem = problemOf(test, read);
      return problem ? [`${at}: ${problem} ("${line}")`] : [];
    });
  });
}

function problemOf({ file, names }, read) {
  if (!file) return `no file stands before the test "${names.join(' › ')}"`;
  const source = read(file);
  if (source === undefined) return `${file} is not there`;
  const titles = testTitles(source);
  const missing = names.find((name) => !titles.some((title) => title.includes(plain(name))));
  return missing && `${file} has no test "${missing}"`;
}

const MISSING = 'not there yet';

/** The rows of all tables that claim a test, each with its line number. */
function coverageRows(markdown) {
  const rows = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    const [, line, tests] = /^\| (.*?) *\| (.*?) *\|$/.exec(text) ?? [];
    const isRow = line !== undefined && line !== 'Line' && !/^-+$/.test(line);
    if (isRow && !tests.startsWith(MISSING)) rows.push({ at: index + 1, line, tests: namedTests(tests) });
  }
  return rows;
}

/** `file › name; name; file (remark)`: a name alone belongs to the file before it. */
function namedTests(cell) {
  const tests = [];
  let file = '';
  for (const part of cell.split('; ').filter(Boolean)) {
    const names = part.replace(/ \([^()]*\)$/, '').split(' › ');
    if (/^\S+\/\S+\.\w+$/.test(names[0])) file = names.shift();
    tests.push({ file, names });
  }
  return tests;
}

/** A title is after the name of its call, or after what `each` and `skipIf` were given. */
const TITLE = /(?:\b(?:describe|it|test|TEST_CASE)|\))(?:<[^()]*>)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** The titles of a test file's groups and tests, as they are written. */
const testTitles = (source) => [...source.matchAll(TITLE)].map(([, , title]) => plain(title));

const plain = (text) => text.replaceAll('\\u2019', "'").replaceAll('\\', '').replaceAll('’', "'");
