import { expect, it } from 'vitest';
import { BUILT_IN_LUTS } from '../../../src-shared/domain/edit/luts.ts';
import { i18n } from '../../i18n/index.ts';
import './texts.ts';

it('has a name of every LUT of ours among the texts, and it is the one that a project keeps', () => {
  for (const { id, name } of BUILT_IN_LUTS)
    expect(i18n.t(`editing:luts.${id as 'night'}`, { lng: 'en' }), id).toBe(name);
});
