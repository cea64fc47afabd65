import { findDataDir } from '../dataDir.ts';
import { checkAll, type Finding } from '../doctor/index.ts';
import { createCommandEngine } from './engine.ts';
import { EXIT, formatTable, print, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';

const DOCTOR_HELP = `sounddesk doctor [--json]

Says what is installed, what is missing and what works, with the remedy for each.

  --json    print a JSON array instead of a list
  --help    print this

Exit codes: 0 all that is needed works, 1 something that is needed does not, 2 wrong usage.`;

const MARKS: Record<Finding['status'], string> = { works: 'ok', missing: '--', broken: 'NO' };

export async function runDoctor(args: string[]): Promise<number> {
  const { values, positionals } = parseCommand('doctor', args, {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) {
    print(DOCTOR_HELP);
    return EXIT.ok;
  }
  if (positionals.length > 0) throw new UsageError(`"doctor" takes no "${positionals[0]}".`);
  const engine = createCommandEngine();
  try {
    const findings = await checkAll({ engine, dataDir: findDataDir() });
    print(values.json ? JSON.stringify(findings, null, 2) : describe(findings));
    return findings.some(({ status }) => status === 'broken') ? EXIT.failed : EXIT.ok;
  } finally {
    await engine.close();
  }
}

function describe(findings: readonly Finding[]): string {
  const table = formatTable(findings.map(({ status, name, detail }) => [MARKS[status], name, detail]));
  const remedies = findings
    .filter(({ remedy }) => remedy !== null)
    .map(({ name, remedy }) => `${name}: ${remedy}`);
  const broken = findings.filter(({ status }) => status === 'broken').length;
  const verdict = broken === 0 ? 'All that is needed works.' : `${broken} of the needed parts do not work.`;
  return [table, '', ...remedies, ...(remedies.length > 0 ? [''] : []), verdict].join('\n');
}
