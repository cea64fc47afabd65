/** How the preview is looked at. */
export interface PreviewLook {
  /** 1 fits into the panel. */
  zoom: number;
  hasSafeAreas: boolean;
  isBefore: boolean;
  hasScopes: boolean;
}
