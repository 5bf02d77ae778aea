import { brightness, colors, type Color } from './drawings/colors.ts'
import type { DemoProduct, PictureFormat, PictureSpec } from './item.ts'
import { hash, pick, seeded, shuffled, type Random } from './random.ts'
import type { Import } from './words/abroad.ts'
import type { Category, Kind, Line } from './words/category.ts'

/** One thing that the shop could sell: a kind by a line, in a color and a size. */
interface Variant {
  category: Category
  kind: Kind
  line: Line
  color: Color
  /** Place in the kind's sizes; 0 when it has none. */
  step: number
}

function variantsOf(category: Category, kind: Kind): Variant[] {
  const lines =
    kind.lines ?? category.lines.filter(({ name }) => kind.only === undefined || kind.only.includes(name))
  const steps = kind.sizes?.map((_, step) => step) ?? [0]
  return lines.flatMap((line) =>
    line.colors.flatMap((color) => steps.map((step) => ({ category, kind, line, color, step })))
  )
}

function filled(text: string, { kind, line, color, step }: Variant): string {
  return text
    .replaceAll('{line}', line.name)
    .replaceAll('{noun}', kind.noun)
    .replaceAll('{color}', color)
    .replaceAll('{size}', kind.sizes?.[step] ?? '')
}

function titleOf(variant: Variant): string {
  return filled(variant.kind.title ?? variant.category.title, variant)
}

/** Rounds as shops do: 14.90, 27.50, 149, 1,290. */
function shopPrice(value: number, random: Random): number {
  if (value >= 1000) return Math.round(value / 10) * 10 - (random() < 0.5 ? 1 : 0)
  if (value >= 100) return Math.round(value)
  const endings = value < 10 ? [0.2, 0.5, 0.8, 0.9, 0.95] : [0, 0, 0.5, 0.9, 0.95]
  return Math.floor(value) + pick(random, endings)
}

/** Colors of one piece cost the same; a larger size mostly costs more. */
function priceOf({ kind, line, step }: Variant): number {
  const random = seeded(`price ${line.name} ${kind.noun}`)
  const [low, high] = kind.price
  return shopPrice(
    (low + (high - low) * random()) * (line.factor ?? 1) * (kind.sizeFactor ?? 1.36) ** step,
    random
  )
}

/** One to four sentences; the colors of one piece share most of them, as in a real shop. */
function describe(variant: Variant): string {
  const { category, kind, line, color } = variant
  const random = seeded(`text ${line.name} ${kind.noun}`)
  const parts = [pick(random, kind.about), line.made, kind.care ?? pick(random, category.notes)]
  const length = random() < 0.12 ? 1 : random() < 0.45 ? 2 : 3
  if (hash(color + line.name) % 5 === 0) parts.splice(1, 1)
  return filled(parts.slice(0, length).join(' '), variant)
}

/** Mostly square and WebP, the smallest, with the other shapes and formats that a real shop has among them. */
function framing(random: Random, main: Color): Pick<PictureSpec, 'format' | 'width' | 'height'> {
  const share = random()
  const format: PictureFormat = share < 0.14 ? 'jpg' : share < 0.24 && standsOnAnyPage(main) ? 'png' : 'webp'
  const shape = random()
  const [width, height] = shape < 0.82 ? [800, 800] : shape < 0.92 ? [1000, 800] : [800, 1000]
  return { format, width, height }
}

/** PNGs are cut out: a pale thing would vanish on a white page, a black one on a dark page. */
function standsOnAnyPage(main: Color): boolean {
  const lightness = brightness(colors[main])
  return lightness > 0.2 && lightness < 0.75
}

/** A product that has not got its number yet. */
interface Draft {
  item: Omit<DemoProduct['item'], 'id'>
  picture: Omit<PictureSpec, 'number'>
}

function drafted(variant: Variant): Draft {
  const name = titleOf(variant)
  return {
    item: { name, price: priceOf(variant), description: describe(variant) },
    picture: {
      ...framing(seeded(`frame ${name}`), variant.color),
      drawing: variant.kind.drawing,
      main: variant.color,
      second: variant.line.second,
      seed: `${variant.line.name} ${variant.kind.noun}`
    }
  }
}

/** `count` variants of a category, as many of each kind as can be had. */
function assort(category: Category, count: number): Variant[] {
  const random = seeded(category.name)
  const stacks = category.kinds.map((kind) => shuffled(random, variantsOf(category, kind)))
  const chosen: Variant[] = []
  // Not every name mentions the color: then one color is enough.
  const titles = new Set<string>()
  while (chosen.length < count && stacks.some((stack) => stack.length > 0)) {
    for (const stack of stacks) {
      const next = stack.pop()
      if (next === undefined || chosen.length >= count || titles.has(titleOf(next))) continue
      titles.add(titleOf(next))
      chosen.push(next)
    }
  }
  return chosen
}

function imported({ name, price, description, drawing, main, second }: Import): Draft {
  const frame = framing(seeded(`frame ${name}`), main)
  return { item: { name, price, description }, picture: { ...frame, drawing, main, second, seed: name } }
}

/**
 * `total` products: the imports, and about as many of each category. The same at every call. Ids rise by category
 * with small gaps, as article numbers do; the order mixes the categories evenly, so that each page shows some of each.
 */
export function assortment(
  categories: readonly Category[],
  imports: readonly Import[],
  total: number
): DemoProduct[] {
  const random = seeded('the shop')
  const own = total - imports.length
  const end = (index: number): number => Math.floor((own * index) / categories.length)
  const shelves = [
    ...categories.map((category, index) => assort(category, end(index + 1) - end(index)).map(drafted)),
    imports.map(imported)
  ]
  let article = 10_000
  let number = 0
  const placed = shelves.flatMap((drafts) => {
    const products = drafts.map(({ item, picture }) => {
      article += 1 + Math.floor(random() * 6)
      number += 1
      return { item: { id: `VT-${article}`, ...item }, picture: { number, ...picture } }
    })
    return shuffled(random, products).map((product, place) => ({
      product,
      key: (place + random()) / products.length
    }))
  })
  return placed.sort((one, other) => one.key - other.key).map(({ product }) => product)
}
