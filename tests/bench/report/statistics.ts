/** The value below which this part (0 to 1) of the values lies, nearest rank; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** How long something takes, in ms, as often as it was tried. */
export interface Times {
  p50: number
  p95: number
}

export function times(values: readonly number[]): Times {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) }
}

/** Runs it `warmUp` times unmeasured, then `repetitions` times, each time with its number; ms of each. */
export async function timeEach(
  repetitions: number,
  run: (repetition: number) => unknown,
  warmUp = Math.min(3, repetitions)
): Promise<number[]> {
  for (let number = 0; number < warmUp; number += 1) await run(number)
  const taken: number[] = []
  for (let number = 0; number < repetitions; number += 1) {
    const begun = performance.now()
    await run(number)
    taken.push(performance.now() - begun)
  }
  return taken
}
