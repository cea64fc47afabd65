export { useReadPublishedArticlesQuery, type PublishedArticle } from './publishedApi.ts';
export { PageSections } from './PageSections.tsx';
export { useCountTutorialViewMutation, useReadTutorialsQuery } from './tutorialsApi.ts';
export { useCountedArticle, useReadArticleViewsQuery } from './articleViewsApi.ts';
