// Prints new secrets for the functions of a hosted project, in the form that `supabase secrets set --env-file` reads.
//
//   node scripts/hostedSecrets.mjs > secrets.env
//
// Keep them: a licence token is renewed by the key that signed it, and a super admin is shown licence keys by the
// sealing secret alone. docs/guide/hosting.md says more.
import { randomBytes } from 'node:crypto';
import { createSecrets } from '../supabase/embedded/secrets.ts';

const { licencePrivateJwk, addressSalt } = await createSecrets();
process.stdout.write(
  [
    `LICENCE_PRIVATE_JWK='${JSON.stringify(licencePrivateJwk)}'`,
    `LICENCE_SEALING_SECRET=${randomBytes(32).toString('base64url')}`,
    `ADDRESS_SALT=${addressSalt}`,
    '',
  ].join('\n'),
);
