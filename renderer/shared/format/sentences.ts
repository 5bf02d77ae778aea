/** Joins what is read out in a row: each part is a sentence of its own, whether or not it has its full stop. '' parts are left out. */
export function sentences(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== '')
  return said
    .map((part, at) => (at < said.length - 1 && !/[.!?…؟]$/.test(part) ? `${part}.` : part))
    .join(' ')
}
