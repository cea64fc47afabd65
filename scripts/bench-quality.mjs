/**
 * `npm run bench:quality`: how well our engines clean voices, beside the untouched sound and FFmpeg's filters, and how well repairs
 * take out their defects. Voices × rooms × noises × levels; prints a table and writes it (Markdown, JSON) with a page of sound samples into a folder.
 *
 *   npm run bench:quality -- [--out FOLDER] [--voices FOLDER]… [--noises FOLDER]… [--only REGEXP] [--arnndn MODEL]
 *
 * `--voices` adds recordings of your own (a folder of sound files is a voice, and so is each folder in it), `--noises` noises (each sound
 * file is one); `--only` keeps the mixtures whose “voice, room, noise” matches.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { RUN_PACKAGES, TEST_PACKAGES } from './lib/packages.mjs';
import { buildEngine, setUp } from './lib/setup.mjs';
import { main, ROOT } from './lib/steps.mjs';
import { writeWavFloat } from './lib/wav.mjs';

const LEVELS_DB = [5, 0];
const ROOMS = ['dry', 'room'];
/** Defects are heard long before they are as loud as a voice. */
const DEFECT_LEVELS_DB = [20, 10];
/** Of one voice in one room, every noise at its first level can be listened to, so long. */
const HEARD_SEC = 8;

await main(async () => {
  if (!(await setUp([...RUN_PACKAGES, ...TEST_PACKAGES]))) return process.exitCode;
  await buildEngine();
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: path.join(ROOT, '.cache', 'quality') },
      voices: { type: 'string', multiple: true, default: [] },
      noises: { type: 'string', multiple: true, default: [] },
      only: { type: 'string', default: '' },
      arnndn: { type: 'string' },
    },
  });
  const scratch = mkdtempSync(path.join(tmpdir(), 'sounddesk-quality-'));
  mkdirSync(path.join(values.out, 'sounds'), { recursive: true });
  try {
    const rows = await measure(values, scratch);
    const { table, page } = await import('./quality/report.mjs');
    const text = table(rows);
    process.stdout.write(`${text}\n`);
    writeFileSync(path.join(values.out, 'quality.md'), text);
    writeFileSync(path.join(values.out, 'quality.json'), JSON.stringify(rows, null, 1));
    writeFileSync(path.join(values.out, 'index.html'), page(rows));
    process.stdout.write(`${path.join(values.out, 'index.html')}\n`);
    return 0;
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

/** A row for each mixture and engine. */
async function measure({ out, voices, noises, only, arnndn }, scratch) {
  const { findVoices } = await import('./quality/voices.mjs');
  const { findNoises, mix, NOISES } = await import('./quality/noises.mjs');
  const { DEFECTS } = await import('./quality/defects.mjs');
  const { makeEngines, makeRepairs } = await import('./quality/engines.mjs');
  const engines = makeEngines(scratch, arnndn);
  const planted = [
    ...Object.entries({ ...NOISES, ...findNoises(noises) }).map(([noise, make]) => ({
      noise,
      make,
      engines,
      levelsDb: LEVELS_DB,
    })),
    ...Object.entries(DEFECTS).map(([defect, { make, effect, rooms }]) => ({
      noise: `defect: ${defect}`,
      make,
      rooms,
      engines: makeRepairs(scratch, effect),
      levelsDb: DEFECT_LEVELS_DB,
    })),
  ];
  const rows = [];
  const wanted = new RegExp(only);
  let heard = null;
  for (const dry of findVoices(voices)) {
    for (const room of ROOMS) {
      const kept = planted.filter(
        ({ noise, rooms = ROOMS }) => rooms.includes(room) && wanted.test(`${dry.name}, ${room}, ${noise}`),
      );
      if (kept.length === 0) continue;
      heard ??= `${dry.name}, ${room}`;
      const voice = room === 'dry' ? dry : { ...dry, samples: inRoom(scratch, dry.samples) };
      for (const { noise, make, engines: compared, levelsDb } of kept) {
        const sound = make(voice.samples.length, 1 + rows.length, voice);
        for (const levelDb of levelsDb) {
          const noisy = mix(voice.samples, sound, levelDb);
          for (const [engine, clean] of Object.entries(compared)) {
            const estimate = await clean(noisy);
            const isHeard = heard === `${dry.name}, ${room}` && levelDb === levelsDb[0];
            const sample = isHeard
              ? keepSound(out, scratch, `${noise}-${engine}`.replace(/\W+/g, '-'), estimate)
              : null;
            const place = { voice: voice.name, room, noise, levelDb, engine, sound: sample };
            rows.push({ ...place, ...(await figuresOf(voice, noisy, estimate)) });
          }
        }
      }
      process.stderr.write(`${dry.name}, ${room}\n`);
    }
  }
  return rows;
}

async function figuresOf(voice, noisy, estimate) {
  const measures = await import('./quality/measures.mjs');
  const { stoi } = await import('./quality/stoi.mjs');
  const clean = voice.samples;
  return {
    siSdrGainDb: measures.siSdrDb(clean, estimate) - measures.siSdrDb(clean, noisy),
    voiceDb: measures.voiceLevelDb(clean, estimate),
    trebleDb: measures.trebleLevelDb(clean, estimate),
    onsetDb: measures.onsetLevelDb(clean, estimate, voice.onsets),
    pauseDb: measures.pauseReductionDb(noisy, estimate, voice.pauses),
    stoi: stoi(clean, estimate),
  };
}

/** A voice as a room gives it back: what is to be kept, room and all. */
function inRoom(scratch, samples) {
  const [input, output] = [path.join(scratch, 'voice.wav'), path.join(scratch, 'room.f32')];
  writeWavFloat(input, samples, 48_000);
  const room = ['reverb', '35', '50', '40', '100', '5', '-2'];
  execFileSync('sox', ['-R', input, '-t', 'f32', '-c', '1', output, ...room], { stdio: 'ignore' });
  const bytes = readFileSync(output);
  const heard = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return heard.slice(0, samples.length);
}

function keepSound(out, scratch, name, samples) {
  const [wav, file] = [path.join(scratch, 'heard.wav'), `sounds/${name}.mp3`];
  writeWavFloat(wav, samples.slice(0, HEARD_SEC * 48_000), 48_000);
  const form = ['-c:a', 'libmp3lame', '-b:a', '128k', '-y', path.join(out, file)];
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', wav, ...form]);
  return file;
}
