/** What the demonstration cleans. */
export type DemoSource = 'microphone' | 'recording';

/** The preset whose settings it runs with. */
export const DEMO_PRESET_ID = 'cafe-noisy';

/** Why it does not run; each has its sentence in the texts. */
export type DemoFailure =
  | {
      kind:
        | 'denied'
        | 'noMicrophone'
        | 'microphoneEnded'
        | 'otherTab'
        | 'unsupported'
        | 'notSecure'
        | 'notLoaded';
    }
  | { kind: 'failed'; code: string; reason: string };

export type DemoState =
  | { kind: 'idle' }
  | { kind: 'starting' | 'running'; source: DemoSource }
  | { kind: 'ended'; failure: DemoFailure };
