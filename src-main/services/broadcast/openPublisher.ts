import { openPublisher as openRtmp, type Publisher, type PublisherOptions } from './rtmp/index.ts';
import { openSrtPublisher } from './srt/publisher.ts';

/** Connects to a destination by the protocol of its address. Rejects with a `PublishError`. */
export const openPublisher = (options: PublisherOptions): Promise<Publisher> =>
  options.address.protocol === 'srt' ? openSrtPublisher(options) : openRtmp(options);
