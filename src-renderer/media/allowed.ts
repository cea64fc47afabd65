/** Whether this page may open it without asking: a try that is bound to be refused would only hide why it was lost. */
export async function isAllowed(name: 'camera' | 'microphone'): Promise<boolean> {
  return navigator.permissions.query({ name }).then(
    ({ state }) => state === 'granted',
    // A browser that does not say.
    () => true,
  );
}
