/** The table of `npm run bench`: what was measured, and what beside it. */

export function printTable(figures, { cleanSeconds }) {
  const rows = [
    ['what', 'measured', 'beside it, in the same run', 'ratio'],
    ...engineRows(figures, cleanSeconds),
    ...hostRows(figures),
    ...browserRows(figures),
    ...accountRows(figures),
    ...uploadRows(figures),
    ...broadcastRows(figures),
    ...programmeRows(figures),
    ...delayRows(figures),
    ...editRows(figures),
    ...transcriptRows(figures),
    ...captionRows(figures),
    ...kernelRows(figures),
    ...renderRows(figures),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function engineRows({ clean, engine, effects, plugins }, cleanSeconds) {
  return [
    ...[
      ['all cores', clean.allCoresTimesRealTime],
      ['one core', clean.oneCoreTimesRealTime],
    ].map(([cores, timesRealTime]) => [
      `sounddesk clean, ${cleanSeconds} s mono, whole command, ${cores}`,
      `${timesRealTime.toFixed(1)} × real time`,
      `WebAssembly SIMD in Node ${clean.wasmTimesRealTime.toFixed(1)} ×`,
      (timesRealTime / clean.wasmTimesRealTime).toFixed(2),
    ]),
    [
      `engine, ${engine.channels} whole strips on one core`,
      `${engine.realTimeFactor.toFixed(2)} × real time`,
      `WebAssembly SIMD in Node, 1 channel ${engine.wasmTimesRealTime.toFixed(1)} ×`,
      ((engine.realTimeFactor * engine.channels) / engine.wasmTimesRealTime).toFixed(2),
    ],
    ...effects.rows.map(({ title, timesRealTime }) => [
      `effect, one channel: ${title.toLowerCase()}`,
      `${timesRealTime.toFixed(0)} × real time`,
      `whole strip without denoising ${effects.stripTimesRealTime.toFixed(0)} ×`,
      (timesRealTime / effects.stripTimesRealTime).toFixed(1),
    ]),
    ...plugins.blocks.map((block) => [
      `plug-in sandbox, ${block.frames} frames, blocks ${block.arrival}${plugins.realtimePriority ? '' : ', no real-time priority'}`,
      `${block.addedP50Us.toFixed(0)} µs more a block, 99 of 100 ${block.addedP99Us.toFixed(0)} µs`,
      `in the process ${block.inProcessUs.toFixed(1)} µs; aim 60 µs`,
      '',
    ]),
  ];
}

function hostRows({ start, idle, restart }) {
  return [
    [
      'host, from the command to its address',
      `${start.readyMs.toFixed(0)} ms`,
      `empty Node ${start.emptyNodeMs.toFixed(0)} ms`,
      start.ratio.toFixed(1),
    ],
    ['host, idle: processor', `${(idle.coreShare * 100).toFixed(2)} % of a core`, 'limit 1 %', ''],
    [
      'live again after kill -9 of the engine process',
      restart.map((ms) => `${ms.toFixed(0)} ms`).join(', '),
      'limit 2000 ms',
      '',
    ],
    ['host, idle: memory', `${idle.memoryMb.toFixed(0)} MB`, 'limit 250 MB', ''],
  ];
}

function browserRows({ script, browser, pages }) {
  return [
    [
      'script of the first page, before its screen',
      `${(script.compressedBytes / 1000).toFixed(1)} kB gzip`,
      'limit 250 kB',
      '',
    ],
    [
      'browser engine, one voice: capture, chain and output in all of the browser’s processes',
      `${percent(browser.share.engine)} of a core`,
      `limit 10 %; the chain alone ${percent(browser.share.chain)}`,
      '',
    ],
    [
      'browser engine, latency shown',
      `${browser.shownMs.toFixed(1)} ms`,
      `recorded side by side ${browser.measuredMs.toFixed(1)} ms`,
      (browser.shownMs / browser.measuredMs).toFixed(2),
    ],
    [
      'browser engine, one voice, drawn at the dashboard without a graphics card',
      `${percent(browser.share.dashboard)} of a core`,
      `without a session ${percent(browser.share.idle)}`,
      '',
    ],
    [
      'browser alone: the three voices of the demo recording, cleaned side by side',
      `${browser.cleaning.tookSec.toFixed(1)} s`,
      `${browser.cleaning.soundSec.toFixed(0)} s of sound, ${browser.cleaning.cores} cores`,
      `${(browser.cleaning.soundSec / browser.cleaning.tookSec).toFixed(0)} × real time`,
    ],
    ...loadRows('landing page', pages.landing),
    ...loadRows('dashboard', pages.dashboard),
    [
      'frames while meters and spectrum move, by a trace',
      `${pages.frames.framesPerSec.toFixed(1)} a second, 99 of 100 within ${pages.frames.gapP99Ms.toFixed(1)} ms, ${(pages.frames.droppedShare * 100).toFixed(1)} % dropped`,
      'aim 60 a second',
      '',
    ],
  ];
}

function accountRows({ backend }) {
  return [
    ['accounts, first start', `${backend.firstSeconds.toFixed(2)} s`, 'limit 10 s', ''],
    [
      'accounts, later starts',
      backend.laterSeconds.map((seconds) => `${seconds.toFixed(2)} s`).join(', '),
      'limit 3 s',
      '',
    ],
    ['accounts, start after kill -9 of all', `${backend.afterKillSeconds.toFixed(2)} s`, '', ''],
    ['accounts, idle: memory', `${backend.idleMb.toFixed(0)} MB`, 'limit 150 MB', ''],
  ];
}

function uploadRows({ uploads }) {
  return [
    [
      'frames to the host, bytes against base64: processor of both ends for a second of 1080p',
      `${uploads.bytes.processorMsPerSec.toFixed(1)} ms`,
      `base64 ${uploads.base64.processorMsPerSec.toFixed(1)} ms`,
      (uploads.bytes.processorMsPerSec / uploads.base64.processorMsPerSec).toFixed(2),
    ],
    [
      'frames to the host, bytes against base64: through one WebSocket',
      `${uploads.bytes.megabytesPerSec.toFixed(0)} MB a second`,
      `base64 ${uploads.base64.megabytesPerSec.toFixed(0)} MB a second`,
      (uploads.bytes.megabytesPerSec / uploads.base64.megabytesPerSec).toFixed(2),
    ],
  ];
}

function broadcastRows({ broadcast }) {
  const { coreShare, idleCoreShare, bytesEach, framesMissing } = broadcast;
  return [
    [
      'broadcast, four destinations at 3 Mb/s: processor of the host',
      `${(coreShare * 100).toFixed(1)} % of a core, ${framesMissing} frames missing`,
      `none ${(idleCoreShare * 100).toFixed(1)} %; aim 5 %`,
      (coreShare / idleCoreShare).toFixed(1),
    ],
    [
      'broadcast, four destinations at 3 Mb/s: memory for each',
      `${(bytesEach / 1e6).toFixed(1)} MB`,
      'aim 10 MB',
      '',
    ],
  ];
}

function programmeRows({ programme }) {
  const { cores, sourceCores, encoderCores, composedFps, composeMs } = programme;
  const own = cores - sourceCores;
  return [
    [
      'broadcast, two cameras composed and encoded at 720p30: processor of the browser',
      `${(own * 100).toFixed(0)} % of a core, ${composedFps.toFixed(1)} frames/s, ${composeMs.toFixed(1)} ms each`,
      `x264 superfast, encoding alone ${(encoderCores * 100).toFixed(0)} %; aim 30 %`,
      (own / encoderCores).toFixed(2),
    ],
  ];
}

function delayRows({ broadcastDelay }) {
  const { delaysMs, laterMs } = broadcastDelay;
  const part = (numbers, share) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;
  return [
    [
      'broadcast, from a canvas of the page to a player: p50, p95',
      `${part(delaysMs, 0.5).toFixed(0)} ms, ${part(delaysMs, 0.95).toFixed(0)} ms`,
      'aim 500 ms',
      '',
    ],
    [
      'broadcast, sound and video apart at the server: p99',
      `${part(laterMs.map(Math.abs), 0.99).toFixed(0)} ms`,
      'aim 40 ms',
      '',
    ],
  ];
}

function transcriptRows({ transcripts: { words, openMs, typeMs } }) {
  const row = (name, ms, limit) => [`transcript, ${words} words: ${name}`, `${ms.toFixed(0)} ms`, limit, ''];
  return [row('opened', openMs, 'limit 300 ms'), row('a word corrected', typeMs, 'limit 50 ms')];
}

function captionRows({ captions: { phrases, captions, p50Ms, p95Ms, pauseMs } }) {
  const row = (name, ms, limit) => [
    `captions, ${captions} of ${phrases} phrases: their own part, ${name}`,
    `${ms.toFixed(0)} ms`,
    limit,
    `${(ms / pauseMs).toFixed(2)} of the pause that ends a phrase`,
  ];
  return [row('p50', p50Ms, ''), row('p95', p95Ms, 'limit 150 ms')];
}

function editRows({ edits }) {
  const row = (name, ms) => [
    `editor, ${edits.clips} clips: ${name}`,
    `${ms.toFixed(2)} ms of processor`,
    'limit 16 ms',
    '',
  ];
  return [
    row('split', edits.splitMs),
    row('move', edits.moveMs),
    row('ripple over all tracks', edits.rippleMs),
    row('a value', edits.valueMs),
    row('what is seen at a frame', edits.resolveUs / 1000),
  ];
}

function kernelRows({ kernel: { wasmMs, nativeMs, ffmpegMs } }) {
  const row = (name, ms, beside, besideMs) => [
    `editor, a frame of 1080p with LUT, blur and title: ${name}`,
    `${ms.toFixed(1)} ms of processor time`,
    `${beside} ${besideMs.toFixed(1)} ms`,
    (ms / besideMs).toFixed(2),
  ];
  return [
    row('kernel as WebAssembly', wasmMs, "FFmpeg's own filters", ffmpegMs),
    row('kernel natively', nativeMs, 'as WebAssembly', wasmMs),
  ];
}

function renderRows({ render: { renderSec, verifiedSec, ffmpegSec, meltSec, frames } }) {
  const row = (name, seconds, other = "FFmpeg's own filters", otherSec = ffmpegSec) => [
    `editor, export of ${frames} frames of 1080p with two layers, LUT and blur: ${name}`,
    `${seconds.toFixed(1)} s`,
    `${other} ${otherSec.toFixed(1)} s`,
    (seconds / otherSec).toFixed(2),
  ];
  return [
    row('the file', renderSec),
    row('and every frame decoded again', verifiedSec),
    ...(meltSec === null ? [] : [row('the file', renderSec, 'melt', meltSec)]),
  ];
}

/** Rows of one page's first visits. */
function loadRows(name, runs) {
  return [
    [
      `${name}, first visit over loopback: largest paint`,
      `${median(runs.map((run) => run.largestPaintMs)).toFixed(0)} ms`,
      'limit 1200 ms',
      '',
    ],
    [
      `${name}: blocked by its scripts`,
      `${median(runs.map((run) => run.blockingMs)).toFixed(0)} ms`,
      'limit 50 ms (site)',
      '',
    ],
    [`${name}: layout shift`, median(runs.map((run) => run.layoutShift)).toFixed(4), 'limit 0', ''],
    [
      `${name}: all of its scripts`,
      `${(runs[0].scriptBytes / 1000).toFixed(1)} kB gzip in ${runs[0].scripts}`,
      '',
      '',
    ],
  ];
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
