/** HDR brought into the colours and the brightness of BT.709, as formulas of encoded values from 0 to 1. */

type Colour = readonly [red: number, green: number, blue: number];

/** Of a white page, in candela a square meter (BT.2408); what is up to half as bright stays as it is. */
const WHITE_NITS = 203;
const KNEE = 0.5;
/** Brighter is cut off. */
const PEAK_NITS = 1000;
/** BT.1886. */
const DISPLAY_GAMMA = 2.4;

/** BT.2100, hybrid log-gamma, on a screen of 1,000 cd/m². */
export function hlgToSdr(...encoded: Colour): Colour {
  const scene = encoded.map((value) =>
    value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12,
  ) as unknown as Colour;
  const luma = lumaOf(scene);
  const systemGamma = luma > 0 ? luma ** 0.2 : 0;
  return toSdr(scaled(scene, (PEAK_NITS / WHITE_NITS) * systemGamma));
}

/** BT.2100, perceptual quantization (SMPTE ST 2084). */
export function pqToSdr(...encoded: Colour): Colour {
  const nits = encoded.map((value) => {
    const power = value ** (32 / 2523);
    const ratio = Math.max(power - 3424 / 4096, 0) / (2413 / 128 - (2392 / 128) * power);
    return 10_000 * ratio ** (8192 / 1305);
  }) as unknown as Colour;
  return toSdr(scaled(nits, 1 / WHITE_NITS));
}

/** Light of BT.2020, where a white page is 1. */
function toSdr(light: Colour): Colour {
  const luma = lumaOf(light);
  const [red, green, blue] = scaled(light, luma > 0 ? compressed(luma) / luma : 0);
  const narrow: Colour = [
    1.6605 * red - 0.5876 * green - 0.0728 * blue,
    -0.1246 * red + 1.1329 * green - 0.0083 * blue,
    -0.0182 * red - 0.1006 * green + 1.1187 * blue,
  ];
  return narrow.map((value) => Math.max(0, Math.min(1, value)) ** (1 / DISPLAY_GAMMA)) as unknown as Colour;
}

/** Highlights become closer to each other, up to the brightest, which is full. */
function compressed(light: number): number {
  if (light <= KNEE) return light;
  const part = (of: number) => (of - KNEE) / (1 - KNEE);
  const rising = (of: number) => part(of) / (part(of) + 1);
  return KNEE + (1 - KNEE) * Math.min(1, rising(light) / rising(PEAK_NITS / WHITE_NITS));
}

/** BT.2020. */
const lumaOf = ([red, green, blue]: Colour): number => 0.2627 * red + 0.678 * green + 0.0593 * blue;
const scaled = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by];
