/** Texts by their keys, which may be nested: what vue-i18n takes. */
export interface Messages {
  [key: string]: string | Messages
}

/** The message files of a language as one; each file has keys of its own. */
export function merged(files: Record<string, Messages>): Messages {
  return Object.assign({}, ...Object.values(files))
}
