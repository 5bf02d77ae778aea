import { computed, type ComputedRef } from 'vue'
import { harmRank } from '../../../../electron/contract/audit-rules'
import type {
  Product,
  ProductFlag,
  ProductPage,
  SetAsideItem,
  SetAsideReason
} from '../../../../electron/contract/product'
import type { ChangeKind } from '../../../../electron/contract/product-query'
import type { ProductReview } from '../../../../electron/contract/review'
import { formatMoment } from '../../../shared/format/clock'
import { formatCount } from '../../../shared/format/number'
import { placesOf } from '../../../shared/format/places'
import { formatPrice, unknownPrice, type PriceStyle } from '../../../shared/format/price'
import { changeLabel } from '../../catalog'
import { pictureReason, usePictures } from '../../pictures'
import { useFindingsRoom } from './findings-room'
import type { FindingFact, FindingFactsMaker } from '../../quality'

/** A product as its row shows it. Rows are told apart by their place, since ids may come twice (fault 45). */
export interface ProductRow {
  kind: 'product'
  /** Place among the rows of the table, from 0. */
  index: number
  /** Place in the whole result, from 1. */
  place: number
  /** Place in the store's list, as written for people; a dash when it is not listed. */
  position: string
  id: string
  name: string
  /** As written for people; a dash when unknown. */
  price: string
  priceKnown: boolean
  description: string
  /** The picture's token; null when the store gave none. */
  token: string | null
  /** Where the picture comes from; empty when unknown. */
  host: string
  flags: readonly ProductFlag[]
  change: ChangeKind | null
  changedFields: Product['changedFields']
  pricePercent: number | null
  /** What the last sync said of it, in words; '' where that is nothing. */
  changeLabel: string
  review: ProductReview
  /** When it was reviewed, as written for people; '' where nobody did. */
  reviewedAt: string
  /** Findings, the gravest first; null: a person does not want the list to tell them. */
  findings: readonly FindingFact[] | null
}

/** How rows are written. */
export interface RowStyle extends PriceStyle {
  /** null: the list does not tell findings. */
  findings: FindingFactsMaker | null
}

/** An item that could not be read, in a list of such. */
export interface UnreadableRow {
  kind: 'set-aside'
  index: number
  place: number
  position: string
  id: string
  name: string
  reason: SetAsideReason
}

export type ListRow = ProductRow | UnreadableRow

/** What stands at a place: a row, null where the catalog knows none, undefined while it is on its way. */
export type RowPlace = ListRow | null | undefined

/** Where a row stands. */
interface Standing {
  index: number
  place: number
}

/** A product's row. */
export function productRow(product: Product, at: Standing, style: RowStyle): ProductRow {
  const { reviewedAt } = product.review
  return {
    kind: 'product',
    index: at.index,
    place: at.place,
    position: product.position === null ? unknownPrice : formatCount(product.position, style.locale),
    id: product.id,
    name: product.name,
    price: formatPrice(product.price, style),
    priceKnown: product.price !== null,
    description: product.description ?? '',
    token: product.picture?.token ?? null,
    host: product.picture?.host ?? '',
    flags: product.flags,
    change: product.change,
    changedFields: product.changedFields,
    pricePercent: product.pricePercent,
    changeLabel: changeLabel(product, style.locale),
    review: product.review,
    reviewedAt: reviewedAt === null ? '' : formatMoment(reviewedAt, Date.now(), style.locale),
    findings: style.findings?.of(product) ?? null
  }
}

/** The row of an item that was set aside. */
export function unreadableRow(item: SetAsideItem, at: Standing, style: PriceStyle): UnreadableRow {
  const position = formatCount(item.position, style.locale)
  return { kind: 'set-aside', ...at, position, id: item.id, name: item.name, reason: item.reason }
}

/** The row of before when nothing in it changed, so that it is not rendered again; else the new one. */
export function sameOr(before: ListRow | null | undefined, row: ListRow): ListRow {
  const same = before?.id === row.id && JSON.stringify(before) === JSON.stringify(row)
  return same ? before : row
}

/** The rows of a page, each made when it is first asked for: of a long page most never come into sight. */
export interface PageRows {
  count: number
  at: (index: number) => ListRow | undefined
  /** Those that were asked for. */
  made: ReadonlyMap<number, ListRow>
}

/**
 * The rows of a page. A row that is the same as before stays the same object, so that a refresh which brings nothing new
 * renders nothing. Items set aside have rows only where they are what is listed.
 */
export function pageRows(page: ProductPage, style: RowStyle, before?: PageRows['made']): PageRows {
  const first = (page.page - 1) * page.pageSize + 1
  const places = placesOf(page)
  const made = new Map<number, ListRow>()
  const { items, setAside } = page

  function make(index: number): ListRow | undefined {
    const standing = { index, place: places[index] ?? first + index }
    const product = items[index]
    if (product) return productRow(product, standing, style)
    const item = items.length === 0 ? setAside[index] : undefined
    return item && unreadableRow(item, standing, style)
  }

  return {
    count: items.length === 0 ? setAside.length : items.length,
    at(index) {
      const known = made.get(index)
      if (known) return known
      const row = make(index)
      if (!row) return undefined
      const one = sameOr(before?.get(index), row)
      made.set(index, one)
      return one
    },
    made
  }
}

/** What a row or tile shows of its findings. */
interface RowFindings {
  /** The gravest first. */
  all: readonly FindingFact[]
  shown: readonly FindingFact[]
  /** How many there are besides. */
  more: number
  /** All of them, a line each. */
  tip: string
}

/** Lines that a row has room for. */
const most = 2

/**
 * What is wrong with the product of a row, as its cell shows it; nothing where that is not told. Where two would not be whole in a line
 * each, only the first is shown, which then has the room of both.
 */
export function useRowFindings(row: () => ProductRow): ComputedRef<RowFindings> {
  const pictures = usePictures()
  const fits = useFindingsRoom()

  /** A picture that turned out broken just now, which no check has found yet, is told as well. */
  function withBroken(known: readonly FindingFact[], token: ProductRow['token']): readonly FindingFact[] {
    const state = token === null ? undefined : pictures.known.get(token)
    if (state === undefined || state.ok || known.some(({ rule }) => rule === 'picture-broken')) return known
    const { kind, text } = pictureReason(state.failure)
    if (kind !== 'broken') return known
    const broken: FindingFact = { rule: 'picture-broken', severity: 'error', text }
    const next = known.findIndex((each) => harmRank(broken) < harmRank(each))
    return known.toSpliced(next < 0 ? known.length : next, 0, broken)
  }

  return computed(() => {
    const { findings, token } = row()
    const all = findings === null ? [] : withBroken(findings, token)
    const lines = all.slice(0, most)
    const areWhole = lines.every(({ text }, at) => fits.value(text, at === most - 1 && all.length > most))
    const shown = areWhole ? lines : lines.slice(0, 1)
    return {
      all,
      shown,
      more: all.length - shown.length,
      tip: all.map(({ text }) => text).join('\n')
    }
  })
}
