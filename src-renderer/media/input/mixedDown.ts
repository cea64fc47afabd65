/** Several channels become one: their mean. */
export function mixedDown(data: AudioData): Float32Array<ArrayBuffer> {
  const mono = new Float32Array(data.numberOfFrames);
  data.copyTo(mono, { planeIndex: 0, format: 'f32-planar' });
  if (data.numberOfChannels === 1) return mono;
  const other = new Float32Array(data.numberOfFrames);
  for (let channel = 1; channel < data.numberOfChannels; channel += 1) {
    data.copyTo(other, { planeIndex: channel, format: 'f32-planar' });
    for (let i = 0; i < mono.length; i += 1) mono[i]! += other[i]!;
  }
  for (let i = 0; i < mono.length; i += 1) mono[i]! /= data.numberOfChannels;
  return mono;
}
