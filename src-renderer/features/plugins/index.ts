export { followPlugins, pluginsSlice } from './pluginsSlice.ts';

/** The chain of one channel as a part of another screen, with the chunk that it is in. */
export const loadChannelChain = async () => {
  const [{ ChannelChain }] = await Promise.all([import('./ChainCard.tsx'), import('./texts.ts')]);
  return { default: ChannelChain };
};
