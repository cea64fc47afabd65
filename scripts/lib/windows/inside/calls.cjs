/**
 * Uses the addon by a list of jobs, in Node of any system: `node calls.cjs JOBS.json ANSWERS.json`. Jobs are
 * `{addon, list: [{call, options}]}`; answers are in their order, `{result}` or `{error}`.
 */
const fs = require('node:fs');

const [jobsFile, answersFile] = process.argv.slice(2);
const { addon: addonFile, list } = JSON.parse(fs.readFileSync(jobsFile, 'utf8'));
const addon = require(addonFile);

const CALLS = {
  build: () => ({ ...addon.build, stripTable: addon.stripTable }),
  devices: () => addon.listDevices(),
  format: ({ path }) => addon.readSoundFormat(path),
  clean: (options) => ended((done) => addon.startClean(options, () => undefined, done)),
  take: (job) => ended((done) => addon.startTakeJob(job, () => undefined, done)),
};

function ended(start) {
  return new Promise((resolve, reject) =>
    start((error, result) => (error ? reject(error) : resolve(result))),
  );
}

async function answerTo({ call, options }) {
  try {
    return { result: await CALLS[call](options) };
  } catch (error) {
    return { error: { code: error.code ?? 'UNKNOWN', message: error.message } };
  }
}

async function main() {
  const answers = [];
  for (const job of list) answers.push(await answerTo(job));
  fs.writeFileSync(answersFile, JSON.stringify(answers));
}

void main();
