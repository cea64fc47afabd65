/** The figures of the bench of quality as a table and as a page to listen to. */
const COLUMNS = [
  ['siSdrGainDb', 'SI-SDR gained, dB', 1],
  ['voiceDb', 'voice, dB', 1],
  ['trebleDb', 'above 8 kHz, dB', 1],
  ['onsetDb', 'first 50 ms, dB', 1],
  ['pauseDb', 'pauses lowered, dB', 0],
  ['stoi', 'STOI', 3],
];

/** Means over voices and rooms; the worst in brackets where it matters. */
export function table(rows) {
  const lines = [
    `| noise | engine | ${COLUMNS.map(([, title]) => title).join(' | ')} |`,
    `|---|---|${COLUMNS.map(() => '---').join('|')}|`,
  ];
  for (const group of grouped(rows)) {
    const [{ noise, levelDb, engine }] = group;
    const cells = COLUMNS.map(([key, , digits]) => cellOf(group, key, digits));
    lines.push(`| ${noise}, ${levelDb} dB | ${engine} | ${cells.join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

function cellOf(group, key, digits) {
  const values = group.map((row) => row[key]).filter((value) => value !== null);
  if (values.length === 0) return '—';
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const worst = Math.min(...values);
  const signed = (value) => value.toFixed(digits).replace('-', '−');
  return `${signed(mean)} (${signed(worst)})`;
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) {
    const key = `${row.noise} ${row.levelDb} ${row.engine}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

export function page(rows) {
  const heard = rows.filter(({ sound }) => sound !== null);
  const noises = [...new Set(heard.map(({ noise }) => noise))];
  const engines = [...new Set(heard.map(({ engine }) => engine))];
  const playerOf = (noise, engine) => {
    const row = heard.find((one) => one.noise === noise && one.engine === engine);
    return row ? `<td><audio controls preload="none" src="${row.sound}"></audio></td>` : '<td></td>';
  };
  const sounds = noises.map(
    (noise) =>
      `<tr><th scope="row">${noise}</th>${engines.map((engine) => playerOf(noise, engine)).join('')}</tr>`,
  );
  const figures = grouped(rows).map((group) => {
    const [{ noise, levelDb, engine }] = group;
    const cells = COLUMNS.map(([key, , digits]) => `<td>${cellOf(group, key, digits)}</td>`);
    return `<tr><th scope="row">${noise}, ${levelDb} dB</th><td>${engine}</td>${cells.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>How the noise models sound</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
  div { overflow-x: auto; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.3rem 0.7rem; text-align: left; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  audio { width: 11rem; height: 2rem; }
</style>
<h1>How the noise models sound</h1>
<p>${heard[0]?.voice ?? ''}, noise at ${heard[0]?.levelDb ?? ''} dB, defects at 20 dB.</p>
<div><table><tr><th></th>${engines.map((engine) => `<th scope="col">${engine}</th>`).join('')}</tr>
${sounds.join('\n')}</table></div>
<h2>Figures</h2>
<p>Means over all voices and rooms; the worst in brackets.</p>
<div><table><tr><th scope="col">noise</th><th scope="col">engine</th>${COLUMNS.map(([, title]) => `<th scope="col">${title}</th>`).join('')}</tr>
${figures.join('\n')}</table></div>
</html>
`;
}
