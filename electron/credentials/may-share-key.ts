/**
 * Whether a key that was entered for one address may go to the other without being entered again: the same host
 * and port, and not from https down to http.
 */
export function mayShareKey(from: string, to: string): boolean {
  if (!URL.canParse(from) || !URL.canParse(to)) return false
  const [old, next] = [new URL(from), new URL(to)]
  return old.host === next.host && (old.protocol === next.protocol || next.protocol === 'https:')
}
