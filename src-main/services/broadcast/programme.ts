/** What goes out to every destination: one encoding of video and sound. */
export interface ProgrammeFormat {
  video: {
    /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
    avcConfig: Buffer;
    width: number;
    height: number;
    fps: number;
    bitrateKbps: number;
  };
  audio: {
    /** AudioSpecificConfig (ISO/IEC 14496-3). */
    aacConfig: Buffer;
    sampleRateHz: number;
    channels: number;
    bitrateKbps: number;
  };
}

export interface BroadcastPacket {
  kind: 'video' | 'audio';
  /** Since the programme began. */
  atMs: number;
  /** Of video: decoding can begin here. Sound is always so. */
  isKey: boolean;
  /** H.264 with lengths before its units; AAC without a header. */
  bytes: Buffer;
  /** Of video that another encoder has made than the one of `ProgrammeFormat`: an AVCDecoderConfigurationRecord. */
  avcConfig?: Buffer;
}

export const bytesPerSecond = ({ video, audio }: ProgrammeFormat): number =>
  ((video.bitrateKbps + audio.bitrateKbps) * 1000) / 8;
