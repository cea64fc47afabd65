export { isSetUpAnswered, rememberSetUp } from './seen.ts';
export { SetUpButton } from './SetUpButton.tsx';
