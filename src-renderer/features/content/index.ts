export { PageSections } from './PageSections.tsx';
