/** The version in package.json, put in by the build. */
declare const __APP_VERSION__: string;

/** Not among the DOM's types. */
interface MediaTrackConstraintSet {
  latency?: ConstrainDouble;
}
interface VideoFrameBufferInit {
  transfer?: ArrayBuffer[];
}
