/** The studio of a browser alone, with the chunk that it is in. */
export const loadBasicStudio = async () => {
  const { BasicStudioView } = await import('./BasicStudioView.tsx');
  return { default: BasicStudioView };
};
