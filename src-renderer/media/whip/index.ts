export { isWhipAddress } from './resource.ts';
export { WhipSession, type WhipFigures, type WhipState } from './session.ts';
