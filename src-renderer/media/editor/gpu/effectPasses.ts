import type { DrawLayer, DrawList, ResolvedEffect } from '../../../../src-shared/domain/edit/resolve.ts';
import { effectWords } from '../../../../src-shared/video/job.ts';
import type { KernelNumbers, LayerPlan } from '../../../../src-shared/video/kernelNumbers.ts';
import type { Card, Texture, Value } from './card.ts';
import type { ProgramName } from './programs.ts';
import type { Pool } from './textures.ts';

const PERCENT_FULL = 25_600;
/** Less than a quarter of a pixel is no blur. */
const LEAST_BLUR = 64;

/** A percentage in 1/256 as a factor in 1/4096. */
const factorOf = (percentage: number): number => Math.floor((percentage * 4096) / PERCENT_FULL);

interface Drawn {
  layer: DrawLayer;
  plan: LayerPlan;
  list: DrawList;
}

/** Effects of a layer, and the soft edge of its key: each a pass over its part, or several (effects.cpp). */
export class EffectPasses {
  readonly #card: Card;
  readonly #numbers: KernelNumbers;
  readonly #pool: Pool;

  constructor(card: Card, numbers: KernelNumbers, pool: Pool) {
    this.#card = card;
    this.#numbers = numbers;
    this.#pool = pool;
  }

  /** Gives `drawn` back to the pool and answers what became of it. */
  apply(drawn: Texture, { layer, plan, list }: Drawn): Texture {
    let image = drawn;
    if (layer.greenScreen && layer.greenScreen.edgeFeather > 0) {
      image = this.#replace(image, 'feather', { soft: this.#blurred(image, plan.feather) });
    }
    const lines = Math.min(list.width, list.height);
    for (const effect of layer.effects) image = this.#applyOne(image, effect, { layer, plan, lines });
    return image;
  }

  #applyOne(
    image: Texture,
    effect: ResolvedEffect,
    { layer, plan, lines }: Omit<Drawn, 'list'> & { lines: number },
  ): Texture {
    const [, amount, size] = effectWords(effect);
    const scaled = (length: number) => Math.floor((length * lines) / 1080);
    const place = [plan.part.left, plan.part.top];
    const factor = factorOf(amount);
    switch (effect.kind) {
      case 'blur': {
        const radius = scaled(amount);
        if (radius < LEAST_BLUR) return image;
        const soft = this.#blurred(image, radius);
        this.#pool.give(image);
        return soft;
      }
      case 'sharpen':
      case 'glow':
        return this.#replace(image, effect.kind, { factor, soft: this.#blurred(image, scaled(size)) });
      case 'vignette': {
        const share = Math.floor((size * 256) / PERCENT_FULL);
        const inner = Math.floor((share * share) / 2);
        const reciprocal = Math.floor(2 ** 28 / Math.max(1, 65_536 - inner));
        const { width, height } = layer.placement;
        return this.#replace(image, 'vignette', {
          place,
          layerSize: [width, height],
          inner,
          depth: factor,
          reciprocal,
        });
      }
      case 'filmGrain':
        return this.#replace(image, 'grain', {
          place,
          factor,
          size: Math.max(256, scaled(size)),
          frame: layer.frame,
        });
      case 'chromaticAberration':
        return this.#replace(image, 'aberration', { shift: scaled(amount) });
    }
  }

  #replace(from: Texture, name: ProgramName, values: Record<string, Value> & { soft?: Texture }): Texture {
    const target = this.#pool.take(from);
    this.#card.run(name, target, { from, ...values });
    this.#pool.give(from);
    if (values.soft) this.#pool.give(values.soft);
    return target;
  }

  /** A new texture; a radius in 1/256 of a pixel. */
  #blurred(image: Texture, radius: number): Texture {
    return this.#blurTo(image, radius + 256);
  }

  /** A large reach is that of half of the size, twice as far. */
  #blurTo(from: Texture, reach: number): Texture {
    const bell = this.#numbers.bellOf(reach);
    if (bell) return this.#blurSmall(from, bell);
    const small = this.#pool.take({ width: Math.ceil(from.width / 2), height: Math.ceil(from.height / 2) });
    this.#card.run('halve', small, { from });
    const soft = this.#blurTo(small, Math.floor(reach / 2));
    const target = this.#pool.take(from);
    this.#card.run('twice', target, { from: soft });
    this.#pool.give(small, soft);
    return target;
  }

  #blurSmall(from: Texture, bell: { radius: number; weights: Int16Array }): Texture {
    const [across, target] = [this.#pool.take(from), this.#pool.take(from)];
    this.#card.run('bell', across, { ...bell, from, direction: [1, 0] });
    this.#card.run('bell', target, { ...bell, from: across, direction: [0, 1] });
    this.#pool.give(across);
    return target;
  }
}
