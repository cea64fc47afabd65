/**
 * What turns text into a part of a page: refused by lint here, and by the browser through the page's policy
 * (`src-shared/domain/security.ts`). For the rule `no-restricted-syntax`.
 */
const NAMES =
  '/^(innerHTML|outerHTML|insertAdjacentHTML|srcdoc|srcDoc|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|dangerouslySetInnerHTML|parseFromString)$/';
const message = 'Text must not become HTML: use elements, or textContent.';

export const HTML_SINKS = [
  { selector: `MemberExpression[property.name=${NAMES}]`, message },
  { selector: `MemberExpression[property.value=${NAMES}]`, message },
  { selector: `Property[key.name=${NAMES}]`, message },
  { selector: `Property[key.value=${NAMES}]`, message },
  { selector: `JSXAttribute[name.name=${NAMES}]`, message },
  { selector: "CallExpression[callee.object.name='document'][callee.property.name=/^write(ln)?$/]", message },
  {
    selector: "CallExpression[callee.object.property.name='document'][callee.property.name=/^write(ln)?$/]",
    message,
  },
  {
    selector:
      "NewExpression[callee.name=/^(Shared)?Worker$/] > :not(CallExpression[callee.name='trustedScript']).arguments:first-child",
    message: "A worker's address goes through trustedScript (src-renderer/lib/trustedScripts.ts).",
  },
];
