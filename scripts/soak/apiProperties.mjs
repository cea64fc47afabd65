/**
 * Calls every operation of the API with what a property-based tester makes up from docs/api/openapi.json: no 5xx, no answer outside
 * its schema. `node scripts/soak/apiProperties.mjs [examples an operation]`; needs schemathesis 4 (PyPI), at $SCHEMATHESIS
 * or on the path. Once with a key that may do everything, in all phases, and once with a key of each scope alone. Ends with 1
 * where any of them found anything.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startApiHost } from '../../tests/lib/apiHost.ts';

const EXAMPLES = process.argv[2] ?? '30';
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

const api = await startApiHost();
try {
  const codes = [await test(api.key, 'examples,coverage,fuzzing,stateful')];
  for (const scope of ['read', 'control', 'files'])
    codes.push(await test((await api.createKey([scope])).key, 'examples,coverage,fuzzing'));
  process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
} finally {
  await api.close();
}
process.exit();

/** The code of the tester: 0, nothing found. */
async function test(key, phases) {
  const address = `http://127.0.0.1:${api.port}`;
  const tester = spawn(
    process.env.SCHEMATHESIS ?? 'schemathesis',
    [
      ...['run', `${address}/api/v1/openapi.json`, '--url', address, '--checks', CHECKS],
      ...['--header', `Authorization: Bearer ${key}`, '--max-examples', EXAMPLES],
      // A stream of events does not end.
      ...['--exclude-operation-id', 'followEvents', '--phases', phases],
    ],
    { stdio: 'inherit' },
  );
  const [code] = await once(tester, 'exit');
  return code;
}
