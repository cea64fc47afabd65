export const HTML_SINKS: { selector: string; message: string }[];
