import { currentLanguage } from './language.ts';

const MINUS = '\u2212';

/** A figure as the language writes it that is spoken now: fixed decimals, a real minus sign, thousands parted. */
export function formatFigure(value: number, decimals = 0): string {
  const text = formatOf(currentLanguage(), decimals).format(Math.abs(value));
  const isZero = Number(Math.abs(value).toFixed(decimals)) === 0;
  return value < 0 && !isZero ? MINUS + text : text;
}

/** Made once: meters are written 30 times a second. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(language: string, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format;
}

/** Seconds as people say them: `12 s`, `4 min`, `1 h 52 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** A sample rate: `48 kHz`, `44.1 kHz`. */
export function formatSampleRate(sampleRate: number): string {
  return `${formatFigure(sampleRate / 1000, sampleRate % 1000 === 0 ? 0 : 1)} kHz`;
}
