/** Whether a text has no other signs than those of ASCII: these alone are one byte each. A tenth of what a regular expression takes. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length
