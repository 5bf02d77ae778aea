/**
 * Whether an image had been replaced by the time of its event: a picture that was there already may be told of only then, and says nothing of
 * the one in its place.
 */
export function isLate({ target }: Event): boolean {
  return target instanceof Node && !target.isConnected
}
