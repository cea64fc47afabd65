export { admit, type Door } from './admit.ts';
export { introduce, type Introduction } from './introduce.ts';
export {
  createIdentity,
  createNonce,
  IDENTITY_CURVE,
  nameBrowser,
  nameSecret,
  type Identity,
} from './proof.ts';
