export { CaptionLines } from './CaptionLines.tsx';
export { CaptionsPill } from './CaptionsPill.tsx';
export {
  captionsSlice,
  clearCaptions,
  followCaptions,
  selectCaptionLines,
  selectCaptions,
  selectCaptionsFailure,
  startCaptions,
  stopCaptions,
} from './captionsSlice.ts';
export { captionsAsText } from './captionsAsText.ts';
export { useNewestCaption } from './useNewestCaption.ts';
