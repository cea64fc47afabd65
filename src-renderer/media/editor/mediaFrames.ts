import { ALL_FORMATS, Input, VideoSampleSink, type Source, type VideoSample } from 'mediabunny';
import { openPlaces, type FramePlaces } from './framePlaces.ts';

/** A moment that lies further ahead is jumped to, not decoded to. */
const MOST_RUN_SEC = 1;

interface OpenedVideo {
  input: Input;
  sink: VideoSampleSink;
  places: FramePlaces | null;
  firstSec: number;
}

/** Frames of one media file by their moment: decodes on where it is, and jumps where that is faster. */
export class MediaFrames {
  readonly #opening: Promise<OpenedVideo>;
  #run: AsyncGenerator<VideoSample, void, unknown> | null = null;
  #current: VideoSample | null = null;
  #next: VideoSample | null = null;
  /** One question at a time: a run has one place. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: Source) {
    this.#opening = openVideo(source);
    // Said to anyone who asks for a frame.
    this.#opening.catch(() => undefined);
  }

  /** Reads the frame that is shown at a moment, the first one before the beginning; null in a file without frames. */
  use<T>(sec: number, read: (sample: VideoSample) => Promise<T>): Promise<T | null> {
    const asked = this.#last.then(async () => {
      const video = await this.#opening;
      await this.#goTo(video, Math.max(sec, video.firstSec));
      return this.#current ? read(this.#current) : null;
    });
    this.#last = asked.catch(() => this.#endRun());
    return asked;
  }

  dispose(): void {
    void this.#last.then(() => this.#endRun());
    this.#opening.then(
      ({ input, places }) => {
        places?.close();
        input.dispose();
      },
      () => undefined,
    );
  }

  async #goTo({ sink, places }: OpenedVideo, sec: number): Promise<void> {
    const isAhead = this.#current && sec >= this.#current.timestamp;
    const isNear = this.#current && sec - this.#current.timestamp <= MOST_RUN_SEC;
    if (!isAhead || !isNear) {
      await this.#endRun();
      // Alone: a run decodes ahead, which is in vain where the next question is elsewhere.
      this.#current = (await places?.at(sec)) ?? (await sink.getSample(sec));
      return;
    }
    if (!this.#run) {
      await this.#endRun();
      this.#run = sink.samples(sec);
      this.#current = await this.#take();
      this.#next = await this.#take();
    }
    while (this.#next && this.#next.timestamp <= sec) {
      this.#current?.close();
      this.#current = this.#next;
      this.#next = await this.#take();
    }
  }

  async #take(): Promise<VideoSample | null> {
    const taken = await this.#run?.next();
    return taken?.value ?? null;
  }

  async #endRun(): Promise<void> {
    this.#current?.close();
    this.#next?.close();
    this.#current = null;
    this.#next = null;
    await this.#run?.return();
    this.#run = null;
  }
}

async function openVideo(source: Source): Promise<OpenedVideo> {
  const input = new Input({ formats: ALL_FORMATS, source });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('There is no video in this file.');
  if (!(await track.canDecode())) {
    throw new Error(`This browser cannot decode ${(await track.getCodec()) ?? 'this kind of video'}.`);
  }
  return {
    input,
    sink: new VideoSampleSink(track),
    places: await openPlaces(track),
    firstSec: await track.getFirstTimestamp(),
  };
}
