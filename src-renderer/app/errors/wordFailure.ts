import './texts.ts';
import type { RpcFailure } from '../../../src-shared/contract/errors.ts';
import { sentenceOf, type ErrorPlaceholder } from '../../../src-shared/contract/errorTexts.ts';
import { i18n } from '../../i18n/index.ts';

/** A failure in the language that is spoken; what has no sentence of its own stays as the host says it. */
export function wordFailure(failure: RpcFailure): RpcFailure {
  const sentence = sentenceOf(failure);
  if (!sentence) return failure;
  return {
    ...failure,
    message: i18n.getFixedT(null, 'errors')(
      sentence.text,
      sentence.values as Record<ErrorPlaceholder, string>,
    ),
  };
}
