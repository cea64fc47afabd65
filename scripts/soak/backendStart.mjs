/**
 * The backend's start and its memory: `node scripts/soak/backendStart.mjs [--runs 3] [--json]`. Ends with code 1
 * where one of the aims is missed: 10 s from an empty data folder, 3 s later, 150 MB at rest.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backendPaths, findDatabaseUser } from '../../supabase/embedded/systemUser.ts';
import { measureBackend } from '../lib/backendFigures.mjs';
import { say } from '../lib/steps.mjs';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, json: { type: 'boolean' } },
});
const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'sounddesk-backend-start-')), 'data');
try {
  const figures = await measureBackend(dataDir, { laterRuns: Number(values.runs) });
  if (values.json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  else print(figures);
  const worstLater = Math.max(...figures.laterSeconds, figures.afterKillSeconds);
  const memory = Math.max(figures.idleMb, figures.idleLaterMb);
  process.exitCode = figures.firstSeconds < 10 && worstLater < 3 && memory < 150 ? 0 : 1;
} finally {
  rmSync(backendPaths(dataDir, findDatabaseUser()).databaseHome, { recursive: true, force: true });
  rmSync(path.dirname(dataDir), { recursive: true, force: true });
}

function print({ firstSeconds, laterSeconds, afterKillSeconds, idleMb, idleLaterMb, processes }) {
  say(`from an empty data folder   ${firstSeconds.toFixed(2)} s (aim 10 s)`);
  say(`later                       ${laterSeconds.map((one) => one.toFixed(2)).join(', ')} s (aim 3 s)`);
  say(`after kill -9 of everything ${afterKillSeconds.toFixed(2)} s`);
  say(
    `memory at rest              ${idleMb.toFixed(0)} MB, after a later start ${idleLaterMb.toFixed(0)} MB (aim 150 MB)`,
  );
  for (const { name, mb } of processes) say(`  ${mb.toFixed(1).padStart(6)} MB  ${name}`);
}
