/**
 * Puts the keys of an account server into the next build: `node scripts/pin-issuer.mjs https://REF.supabase.co`.
 * Paid plans of that server alone are believed by it. Compare the keys that are printed with those that you set there.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const TARGET = path.join(import.meta.dirname, '..', 'src-main', 'services', 'licence', 'issuers.json');
const [address = '', ...more] = process.argv.slice(2);

if (!URL.canParse(address) || new URL(address).protocol !== 'https:' || more.length > 0) {
  console.error('Say one address of an account server: node scripts/pin-issuer.mjs https://REF.supabase.co');
  process.exit(2);
}
const url = new URL(address).origin;
const response = await fetch(`${url}/functions/v1/license-issuer`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  redirect: 'error',
});
const { data } = await response.json();
const keys = (data?.keys ?? []).map(({ kty, crv, kid, x }) => ({ kty, crv, kid, x }));
const isKey = ({ kty, crv, kid, x }) => kty === 'OKP' && crv === 'Ed25519' && kid && /^[\w-]{43}$/.test(x);
if (keys.length < 1 || keys.length > 2 || !keys.every(isKey)) {
  console.error(`${url} answered with ${response.status} and no keys of licences. Nothing was changed.`);
  process.exit(1);
}
writeFileSync(TARGET, `${JSON.stringify([{ url, keys }], null, 2)}\n`);
for (const { kid, x } of keys) console.log(`${kid}  ${x}`);
console.log(`Written to ${path.relative(process.cwd(), TARGET)}.`);
