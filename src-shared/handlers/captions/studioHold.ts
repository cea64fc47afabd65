import { RpcError } from '../../contract/errors.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { CaptureChannel } from '../../domain/captureSetUp.ts';

/** The studio's channels, as captions need them. */
export interface CaptionedStudio {
  readonly isOpen: boolean;
  /** Something else needs its channels: a recording, a broadcast. */
  isUsed: () => Promise<boolean>;
  listChannels: () => readonly Pick<CaptureChannel, 'id' | 'name' | 'colour' | 'isEnabled' | 'source'>[];
  open: () => Promise<unknown>;
  close: () => Promise<unknown>;
}

/** Opens the studio's channels for captions where they are closed, and closes those that it opened. */
export function createStudioHold(studio: CaptionedStudio) {
  let hasOpened = false;
  return {
    async open(): Promise<void> {
      if (!studio.listChannels().some(({ isEnabled, source }) => isEnabled && source !== null))
        throw failWith('NO_ENABLED_CHANNEL', 'captionsNoMicrophone');
      if (studio.isOpen) return;
      try {
        await studio.open();
        hasOpened = true;
      } catch (error) {
        // Another window was quicker.
        if (!(error instanceof RpcError && error.code === 'CAPTURE_ALREADY_RUNNING')) throw error;
      }
    },
    /** `isWanted`: captions were started again meanwhile. */
    async leave(isWanted: () => boolean): Promise<void> {
      if (!hasOpened || (await studio.isUsed()) || isWanted()) return;
      hasOpened = false;
      await studio.close();
    },
    /** Somebody else has closed them. */
    forget: () => void (hasOpened = false),
  };
}
