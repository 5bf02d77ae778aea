import type { FindingFacts } from '../../contract/audit'
import type { Task } from '../../database/cooperative'
import { headsEach, type Columns } from './columns'
import { groupBy, type GroupDesk, type Groups } from '../../bytes/group-by'
import { headsOf } from './name-heads'

/** Products with a price that it takes, with the one that is looked at, to say what is usual. */
const leastNeighbors = 8
/** So many products of the surroundings have a price that it is no slip: their colors or sizes cost the same. */
const usualFrom = 3
/** Products, or prices that are sorted, between two pauses: some ms. */
const atOnce = 20_000

/**
 * Sets a bit of the products whose price is unlike those of their closest surroundings that are enough to tell: products whose
 * names end with the same two words, begin with them, end with the same word, begin with it; at last all of the catalog. What
 * costs nothing or less is left to other rules.
 */
export function* markOutliers(
  desk: GroupDesk,
  columns: Columns,
  bits: Uint32Array,
  bit: number,
  threshold: number
): Task<void> {
  const { highest, price } = columns
  const decided = new Uint8Array(highest + 1)
  const judge = (keys: Uint32Array): void => {
    const usual = usualOf(logarithms(keys, price))
    for (const key of keys) {
      if (decided[key] === 1) continue
      decided[key] = 1
      const score = scoreAmong(usual, price[key] ?? NaN)
      if (Math.abs(score) > threshold && isRare(price[key], keys, price)) bits[key] = (bits[key] ?? 0) | bit
    }
  }
  const members = { starts: new Uint32Array(highest + 2), keys: new Uint32Array(highest) }
  for (let at = 0; at < headsEach; at++) {
    const grouped = { numbers: columns.heads, width: 1, step: headsEach, at } as const
    const groups = yield* groupBy(desk, grouped, columns.listed, price)
    const { sizes, count } = groups
    yield* listMembers(members, groups)
    let done = 0
    for (let group = 1; group <= count; group++) {
      const size = sizes[group] ?? 0
      const start = members.starts[group] ?? 0
      const keys = members.keys.subarray(start, start + size)
      if (size >= leastNeighbors && keys.some((key) => decided[key] === 0)) judge(keys)
      if ((done += size) > atOnce) {
        done = 0
        yield
      }
    }
  }
  const all = yield* pricedKeys(columns)
  if (all.length >= leastNeighbors && all.some((key) => decided[key] === 0)) judge(all)
}

/** The products that a price is compared with, their usual price, and how far the price is from it. */
interface Surroundings {
  keys: Uint32Array
  usual: Usual
  score: number
  /** Which of the name's heads they share; `headsEach`: none, they are the whole catalog. */
  at: number
}

/** The closest surroundings that are enough to tell; null: the price is no outlier in what the columns say by now. */
function surroundingsOf(
  columns: Columns,
  key: number,
  price: number | null,
  threshold: number
): Surroundings | null {
  if (price === null || price <= 0) return null
  for (let at = 0; at <= headsEach; at++) {
    const keys = at === headsEach ? keysWith(columns, () => true) : neighbors(columns, key, at)
    if (keys.length < leastNeighbors) continue
    const usual = usualOf(logarithms(keys, columns.price))
    const score = scoreAmong(usual, price)
    const isOutlier = Math.abs(score) > threshold && isRare(columns.price[key], keys, columns.price)
    return isOutlier ? { keys, usual, score, at } : null
  }
  return null
}

/** Why a product's price is an outlier; null: it is none in what the columns say by now. */
export function outlierFacts(
  columns: Columns,
  key: number,
  { name, price }: { name: string; price: number | null },
  threshold: number
): FindingFacts | null {
  const around = surroundingsOf(columns, key, price, threshold)
  if (around === null || price === null) return null
  const { usual, score, at } = around
  const word = headsOf(name)[at]?.words
  const median = Math.round(usual.median * 1e6) / 1e6
  const rounded = Math.round(score * 10) / 10
  return { price, median, products: usual.count, score: rounded, threshold, ...(word ? { word } : {}) }
}

/** Keys of the products that an outlier is compared with: those whose price is the most usual first. */
export function usualNeighbors(
  columns: Columns,
  key: number,
  price: number | null,
  threshold: number
): number[] {
  const around = surroundingsOf(columns, key, price, threshold)
  if (around === null) return []
  const distance = (other: number): number =>
    Math.abs(Math.log(columns.price[other] ?? NaN) - around.usual.middle)
  return [...around.keys].filter((other) => other !== key).sort((a, b) => distance(a) - distance(b))
}

function isRare(one: number | undefined, keys: Uint32Array, price: Float64Array): boolean {
  let others = 0
  for (const key of keys) if (price[key] === one && ++others === usualFrom) return false
  return true
}

function neighbors({ heads, ...columns }: Columns, key: number, at: number): Uint32Array {
  const hash = heads[key * headsEach + at] ?? 0
  if (hash === 0) return new Uint32Array(0)
  return keysWith({ heads, ...columns }, (other) => heads[other * headsEach + at] === hash)
}

function keysWith(columns: Columns, which: (key: number) => boolean): Uint32Array {
  const isPriced = pricedIn(columns)
  const keys: number[] = []
  for (let key = 1; key <= columns.highest; key++) if (which(key) && isPriced(key)) keys.push(key)
  return Uint32Array.from(keys)
}

function pricedIn({ listed, price }: Columns): (key: number) => boolean {
  return (key) => listed[key] === 1 && (price[key] ?? NaN) > 0
}

function* pricedKeys(columns: Columns): Task<Uint32Array> {
  const isPriced = pricedIn(columns)
  const keys = new Uint32Array(columns.highest)
  let length = 0
  for (let key = 1; key <= columns.highest; key++) {
    if (isPriced(key)) keys[length++] = key
    if (key % (10 * atOnce) === 0) yield
  }
  return keys.subarray(0, length)
}

function logarithms(keys: Uint32Array, price: Float64Array): Float64Array {
  const values = new Float64Array(keys.length)
  for (let at = 0; at < keys.length; at++) values[at] = Math.log(price[keys[at] ?? 0] ?? NaN)
  return values.sort()
}

/** The keys of all groups, one group after the other; room that is used again for each grouping. */
interface Members {
  /** Where each group's keys begin in `keys`. */
  starts: Uint32Array
  keys: Uint32Array
}

/** Lists the groups' keys, each group's in order. */
function* listMembers({ starts, keys }: Members, { of, sizes, count }: Groups): Task<void> {
  let end = 0
  for (let group = 1; group <= count; group++) {
    end += sizes[group] ?? 0
    starts[group] = end
  }
  // Each group is filled from its end on, which leaves its beginning in `starts`.
  for (let key = of.length - 1; key > 0; key--) {
    const group = of[key] ?? 0
    if (group > 0) {
      const place = (starts[group] ?? 0) - 1
      keys[place] = key
      starts[group] = place
    }
    if (key % (10 * atOnce) === 0) yield
  }
}

/** The usual price, and the spread of prices. */
interface Usual {
  /** The median, in the currency. */
  median: number
  /** The same as its natural logarithm, and what stands for one standard deviation of the logarithms. */
  middle: number
  spread: number
  /** How many prices it is computed from. */
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
/** The score of a price that is off by any measure. */
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
