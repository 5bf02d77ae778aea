/** What is usual among prices, and how far they spread. */
export interface Usual {
  /** The median, in the currency. */
  median: number
  /** The same as its natural logarithm, and what stands for one standard deviation of the logarithms. */
  middle: number
  spread: number
  /** Prices that it was made of. */
  count: number
}

/** The normal distribution's: MAD is 0.6745 and the interquartile range 1.349 standard deviations. */
const madOfNormal = 0.6745
const rangeOfNormal = 1.349
/**
 * Prices spread by this much at least, as a logarithm: where nearly all cost the same, a few per cent are no outlier. With the
 * score 3.5 that proposes itself it takes double, or half, of what is usual.
 */
const leastSpread = 0.2
/** A score that says "beyond all measure". */
const mostScore = 1000

/**
 * What is usual, by the logarithms of prices in ascending order: prices are compared by how many times as much they are. The
 * spread is that of the modified z-score of Iglewicz and Hoaglin (How to Detect and Handle Outliers, 1993): the median absolute
 * deviation, which a few wild prices do not move; where more than half of the prices are the same, it is 0 and the
 * interquartile range stands in for it.
 */
export function usualOf(logarithms: Float64Array): Usual {
  const middle = quantile(logarithms, 0.5)
  const deviations = logarithms.map((value) => Math.abs(value - middle)).sort()
  const mad = quantile(deviations, 0.5)
  const range = quantile(logarithms, 0.75) - quantile(logarithms, 0.25)
  const spread = mad > 0 ? mad / madOfNormal : range / rangeOfNormal
  return {
    median: Math.exp(middle),
    middle,
    spread: Math.max(spread, leastSpread),
    count: logarithms.length
  }
}

/** How many standard deviations a price is above what is usual, or, below 0, under it. */
export function scoreAmong({ middle, spread }: Usual, price: number): number {
  const score = (Math.log(price) - middle) / spread
  return Math.max(-mostScore, Math.min(mostScore, score))
}

/** Of ascending numbers, between two where it falls between them. */
function quantile(sorted: Float64Array, part: number): number {
  const place = (sorted.length - 1) * part
  const low = sorted[Math.floor(place)] ?? NaN
  return low + ((sorted[Math.ceil(place)] ?? NaN) - low) * (place % 1)
}
