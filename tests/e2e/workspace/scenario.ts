import type { Studio } from './studios.ts';

/**
 * What a user does on a screen, and sees there: the same in every host. They run one after the other; each may be run
 * once more on what it left itself.
 */
export interface Scenario {
  name: string;
  run: (studio: Studio) => Promise<void>;
}
