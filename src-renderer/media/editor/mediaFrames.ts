import { ALL_FORMATS, Input, VideoSampleSink, type Source, type VideoSample } from 'mediabunny';

/** A moment that lies further ahead is jumped to, not decoded to. */
const MOST_RUN_SEC = 1;

interface OpenedVideo {
  input: Input;
  sink: VideoSampleSink;
  firstSec: number;
}

/** Frames of one media file by their moment: decodes on where it is, and jumps where that is faster. */
export class MediaFrames {
  readonly #opening: Promise<OpenedVideo>;
  #run: AsyncGenerator<VideoSample, void, unknown> | null = null;
  #places: Places | null = null;
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
    this.#last = asked.catch(() => this.#end());
    return asked;
  }

  dispose(): void {
    void this.#last.then(() => this.#end());
    this.#opening.then(
      ({ input }) => input.dispose(),
      () => undefined,
    );
  }

  async #goTo(video: OpenedVideo, sec: number): Promise<void> {
    const isAhead = this.#current && sec >= this.#current.timestamp;
    const isNear = this.#current && sec - this.#current.timestamp <= MOST_RUN_SEC;
    if (!isAhead || !isNear) {
      await this.#endRun();
      this.#current = await this.#jumpTo(video, sec);
      return;
    }
    if (!this.#run) {
      await this.#end();
      this.#run = video.sink.samples(sec);
      this.#current = await this.#take();
      this.#next = await this.#take();
    }
    while (this.#next && this.#next.timestamp <= sec) {
      this.#current?.close();
      this.#current = this.#next;
      this.#next = await this.#take();
    }
  }

  /** Alone: a run decodes ahead, which is in vain where the next question is elsewhere. */
  async #jumpTo(video: OpenedVideo, sec: number): Promise<VideoSample | null> {
    this.#places ??= new Places(video);
    const found = await this.#places.at(sec);
    if (found) return found;
    // Of a file that hides frames the decoder may be one too few: another one begins with this place.
    await this.#endPlaces();
    return await video.sink.getSample(sec);
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

  async #endPlaces(): Promise<void> {
    await this.#places?.end();
    this.#places = null;
  }

  async #end(): Promise<void> {
    await this.#endRun();
    await this.#endPlaces();
  }
}

/** Frames of any places, by one decoder that stays open: to open one takes as long as to decode several frames. */
class Places {
  readonly #beforeSec: number;
  readonly #frames: AsyncGenerator<VideoSample | null, void, unknown>;
  readonly #asked: number[] = [];
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor({ sink, firstSec }: OpenedVideo) {
    this.#beforeSec = firstSec - 1;
    this.#frames = sink.samplesAtTimestamps(this.#questions());
  }

  async at(sec: number): Promise<VideoSample | null> {
    // Where nothing is, mediabunny decodes what was asked before to its end, and then answers with nothing.
    this.#asked.push(sec, this.#beforeSec);
    this.#wake();
    const { value } = await this.#frames.next();
    await this.#frames.next();
    return value ?? null;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#wake();
    await this.#frames.return();
  }

  async *#questions(): AsyncGenerator<number> {
    while (!this.#isOver) {
      const sec = this.#asked.shift();
      if (sec === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else yield sec;
    }
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
    firstSec: await track.getFirstTimestamp(),
  };
}
