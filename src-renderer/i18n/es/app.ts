/** The app, a file a namespace. A text that is missing here is shown in English. */
export const files = import.meta.glob('./*.json', { eager: true, import: 'default' });
