/** null where it is no JSON: the schema behind it says what is wrong. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
