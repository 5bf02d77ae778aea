/** Where each line of a text begins, and where one after the last would; see `lines` of the word index. */
export function startsOf(lines: Buffer, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  let line = 0
  for (let at = 0; at < lines.length && line <= count; at++) if (lines[at] === 0x0a) starts[line++] = at + 1
  return starts
}

/** The line that a place is on, at or after a line that is not after it: by doubling steps, then halving. */
export function lineAt(starts: Uint32Array, at: number, from: number): number {
  let step = 1
  while (from + step < starts.length && (starts[from + step] ?? 0) <= at) step *= 2
  let [low, high] = [from + (step >>> 1), Math.min(from + step, starts.length)]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
