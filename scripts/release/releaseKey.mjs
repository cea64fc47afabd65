/** The key pair that signs releases: Ed25519, as JSON Web Keys. */
import { exportJWK, generateKeyPair } from 'jose';

export async function makeReleaseKey(kid) {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
}

/** What a build may know. */
export const publicPartOf = ({ kty, crv, kid, x }) => ({ kty, crv, kid, x });
