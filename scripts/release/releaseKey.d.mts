export interface ReleaseKey {
  kty: 'OKP';
  crv: 'Ed25519';
  kid: string;
  x: string;
  d: string;
}
export function makeReleaseKey(kid: string): Promise<ReleaseKey>;
export function publicPartOf(key: ReleaseKey): Omit<ReleaseKey, 'd'>;
