import { SAMPLE_RATE } from './voices.mjs';

export const WIDTH = 480;
export const HEIGHT = 270;
export const FPS = 12;

/** Wall, shirt, skin, hair of each speaker. */
const COLOURS = [
  { wall: [38, 52, 78], shirt: [214, 120, 84], skin: [232, 190, 160], hair: [64, 40, 30] },
  { wall: [52, 70, 58], shirt: [92, 128, 196], skin: [150, 104, 76], hair: [24, 22, 22] },
  { wall: [72, 54, 78], shirt: [120, 168, 120], skin: [240, 205, 180], hair: [190, 120, 60] },
];
const MOUTH = [110, 40, 44];
const EYE = [28, 28, 32];
const LOUDEST = 0.14;

/** A drawn speaker, whose mouth opens with the voice and whose head sways a little; one RGB image a frame. */
export function* drawFrames(voice, index) {
  const colours = COLOURS[index];
  const count = Math.floor((voice.length / SAMPLE_RATE) * FPS);
  let openness = 0;
  for (let frame = 0; frame < count; frame += 1) {
    const from = Math.round((frame * SAMPLE_RATE) / FPS);
    const wanted = Math.min(1, rms(voice.subarray(from, from + SAMPLE_RATE / FPS)) / LOUDEST);
    openness += (wanted - openness) * 0.7;
    const sway = Math.round(3 * Math.sin(frame / FPS + index * 2));
    const isBlinking = (frame + 17 * index) % (4 * FPS) < 2;
    yield drawSpeaker(colours, { openness, sway, isBlinking });
  }
}

function drawSpeaker({ wall, shirt, skin, hair }, { openness, sway, isBlinking }) {
  const image = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < image.length; at += 3) image.set(wall, at);
  const x = WIDTH / 2 + sway;
  ellipse(image, { x, y: 290, rx: 120, ry: 90, colour: shirt });
  ellipse(image, { x, y: 205, rx: 22, ry: 40, colour: skin });
  ellipse(image, { x, y: 112, rx: 66, ry: 74, colour: hair });
  ellipse(image, { x, y: 130, rx: 56, ry: 68, colour: skin });
  for (const side of [-1, 1])
    ellipse(image, { x: x + side * 22, y: 120, rx: 6, ry: isBlinking ? 1 : 7, colour: EYE });
  ellipse(image, { x, y: 166, rx: 18, ry: 2 + 13 * openness, colour: MOUTH });
  return image;
}

function ellipse(image, { x, y, rx, ry, colour }) {
  for (let row = Math.max(0, Math.ceil(y - ry)); row <= Math.min(HEIGHT - 1, y + ry); row += 1) {
    const half = rx * Math.sqrt(Math.max(0, 1 - ((row - y) / ry) ** 2));
    for (let column = Math.max(0, Math.ceil(x - half)); column <= Math.min(WIDTH - 1, x + half); column += 1)
      image.set(colour, (row * WIDTH + column) * 3);
  }
}

function rms(samples) {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}
