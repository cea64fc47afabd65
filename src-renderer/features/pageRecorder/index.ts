export { PageRecordings, PageRecovered, PageStorage, useLibrary } from './PageLibrary.tsx';
export { PageFrame } from './PageFrame.tsx';
