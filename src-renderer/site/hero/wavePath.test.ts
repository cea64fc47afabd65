import { describe, expect, it } from 'vitest';
import { heroWave } from './heroWave.ts';
import { signed, wavePath } from './wavePath.ts';

describe('the waveform of the landing page', () => {
  it('draws one bar a peak, as high as the peak', () => {
    expect(wavePath([255, 0])).toBe('M0.5 2V98M1.5 50V50');
  });

  it('joins neighbouring peaks into their highest', () => {
    expect(wavePath([0, 255, 0, 0], 2)).toBe('M1 2V98M3 50V50');
  });

  it('has as many raw as clean bars, and a number that the narrow screen can join by threes', () => {
    expect(heroWave.raw).toHaveLength(heroWave.clean.length);
    expect(heroWave.raw.length % 3).toBe(0);
  });

  it('says the figures that its own levels give', () => {
    expect(heroWave.rawPauseDb - heroWave.cleanPauseDb).toBeCloseTo(heroWave.pauseDropDb, 0);
    expect(heroWave.cleanSiSdrDb - heroWave.rawSiSdrDb).toBeCloseTo(heroWave.siSdrGainDb, 0);
  });

  it('sets figures with a real minus sign', () => {
    expect([signed(-28.64), signed(6.5)]).toEqual(['−28.6', '+6.5']);
  });
});
