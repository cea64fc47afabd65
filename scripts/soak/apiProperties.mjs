/**
 * Calls every operation of the API with what a property-based tester makes up from docs/api/openapi.json: no 5xx, no answer outside
 * its schema. `node scripts/soak/apiProperties.mjs [examples an operation]`; needs schemathesis 4 (PyPI), at $SCHEMATHESIS
 * or on the path. Ends with its code.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startApiHost } from '../../tests/lib/apiHost.ts';

const EXAMPLES = process.argv[2] ?? '30';
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

const api = await startApiHost();
try {
  const address = `http://127.0.0.1:${api.port}`;
  const tester = spawn(
    process.env.SCHEMATHESIS ?? 'schemathesis',
    [
      ...['run', `${address}/api/v1/openapi.json`, '--url', address, '--checks', CHECKS],
      ...['--header', `Authorization: Bearer ${api.key}`, '--max-examples', EXAMPLES],
      // A stream of events does not end.
      ...['--exclude-operation-id', 'followEvents', '--phases', 'examples,coverage,fuzzing'],
    ],
    { stdio: 'inherit' },
  );
  [process.exitCode] = await once(tester, 'exit');
} finally {
  await api.close();
}
process.exit();
