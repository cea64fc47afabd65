export { useReadPublishedArticlesQuery, type PublishedArticle } from './publishedApi.ts';
export { PageSections } from './PageSections.tsx';
