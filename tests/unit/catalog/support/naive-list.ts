import { rules as allRules, rules } from '../../../../electron/quality/rules'
import { fold, isUnspaced, joinSizes, sizeParts, wordsOf } from '../../../../electron/contract/fold'
import { activeFilters, onlyFilter, withoutFilter } from '../../../../electron/contract/filter-parts'
import type { Filters, ProductQuery } from '../../../../electron/contract/product-query'
import { mostDifferentBits } from '../../../../electron/contract/content-fingerprint'
import { sortTextOf } from '../../../../electron/catalog/sort/text-order'
import { reviewStates, type ReviewState } from '../../../../electron/contract/review-state'
import { severities, type RuleId } from '../../../../electron/contract/audit-rules'
import { fingerprintOf } from '../../../../electron/catalog/content-fingerprint'
import type { Decided, Said } from './sidecar-files'
import type { FilledCopy, Row } from './filled-copy'

/** What is known of products beside the copy: by their ids, and by their keys. */
export interface NaiveSidecars {
  reviews: ReadonlyMap<string, Decided>
  findings: ReadonlyMap<number, readonly RuleId[]>
  standings: ReadonlyMap<string, Said>
  /** Approvals that a product needs; whoever reads is Kim. */
  needed: number
}

type NaiveCopy = Pick<FilledCopy, 'products' | 'places' | 'displaced'>

/** The list that a narrowing asks for, found the simple way: what the reader's answer must equal. */
export function naiveList(
  { search, filters, or, sort }: ProductQuery,
  copy: NaiveCopy,
  lastRun: number,
  sidecars: NaiveSidecars
): string[] {
  const { products } = copy
  const terms = termsOf(fold(search))
  const groups = [filters, ...or].filter((group) => activeFilters(group).length > 0)
  const listed = listedKeys(copy)
  const found = storeOrder(copy)
    .flatMap((key) => {
      const row = products[key - 1]
      return row === undefined ? [] : { row, key, isListed: listed.includes(key) }
    })
    .filter(({ row, key }) =>
      (groups.length > 0 ? groups : [filters]).some((group) => {
        const meets = (some: Filters): boolean =>
          isLetThrough(row, some, lastRun) &&
          hasSuchPicture(row, some, products) &&
          hasSuchTexts(row, some) &&
          isDecided(row, some, sidecars) &&
          isSaid(row, some, sidecars) &&
          isFound(key, some, sidecars)
        const excluded = group.not.filter(
          (part) =>
            activeFilters(group).includes(part) && !(part === 'change' && group.change?.kind === 'gone')
        )
        return (
          meets(excluded.reduce(withoutFilter, group)) &&
          !excluded.some((part) => row.gone === null && meets(onlyFilter(group, part)))
        )
      })
    )
    .map((entry) => ({ ...entry, score: scoreOf(entry.row, search, terms) }))
    .filter(({ score }) => score > 0)
  if (sort === null) return ids(terms.length > 0 ? found.sort((a, b) => b.score - a.score) : found)
  const sign = sort.descending ? -1 : 1
  if (sort.by === 'place') {
    const withPlace = found.filter(({ isListed }) => isListed)
    return ids([
      ...(sort.descending ? withPlace.reverse() : withPlace),
      ...found.filter(({ isListed }) => !isListed)
    ])
  }
  const { by } = sort
  if (by === 'review') {
    const place = ({ row }: { row: Row }): number => reviewStates.indexOf(stateOf(row, sidecars))
    return ids(found.sort((a, b) => sign * (place(a) - place(b))))
  }
  if (by === 'findings') {
    const gravest = ({ key }: { key: number }): number | null => gravestOf(sidecars.findings.get(key) ?? [])
    return ids(found.sort((a, b) => compare(gravest(a), gravest(b), by, sign)))
  }
  const inOrder = found.sort((a, b) => compare(a.row[by], b.row[by], by, sign))
  const isBySamePicture = by === 'image' && groups.some(({ finding }) => finding === 'picture-same')
  if (!isBySamePicture) return ids(inOrder)
  const all = storeOrder(copy).flatMap((key) => products[key - 1] ?? [])
  const leaders = leadersOf(all.sort((a, b) => compare(a.image, b.image, by, sign)))
  return ids(inOrder.sort((a, b) => (leaders.get(a.row) ?? 0) - (leaders.get(b.row) ?? 0)))
}

/** Of each product, all in the order of their pictures' addresses, the place of the first one that shows the same picture. */
function leadersOf(all: readonly Row[]): Map<Row, number> {
  const leaders = new Map<Row, number>()
  const ofContent = new Map<bigint, number>()
  for (const [place, row] of all.entries()) {
    if (leaders.has(row)) continue
    const ofAddress = row.image === null ? [row] : all.filter(({ image }) => image === row.image)
    const content = ofAddress
      .map(({ known }) => (known?.state === 'shown' ? known.content : 0n))
      .find((some) => some !== 0n)
    const leader = (content === undefined ? undefined : ofContent.get(content)) ?? place
    if (content !== undefined) ofContent.set(content, leader)
    for (const each of ofAddress) leaders.set(each, leader)
  }
  return leaders
}

/** The index of the gravest severity, as the rules are at first; null: nothing was found. */
function gravestOf(found: readonly RuleId[]): number | null {
  const all = found.map((rule) => severities.indexOf(rules[rule].severity))
  return all.length === 0 ? null : Math.min(...all)
}

/** Words, or where there are none the signs between spaces. */
function termsOf(folded: string): string[] {
  const words = wordsOf(joinSizes(folded))
  return [...new Set(words.length > 0 ? words : folded.split(/\s+/).filter((signs) => signs !== ''))]
}

const isSigns = (term: string): boolean => wordsOf(term).length === 0

function ids(entries: { row: Row }[]): string[] {
  return entries.map(({ row }) => row.id)
}

function storeOrder(copy: NaiveCopy): number[] {
  return [...new Set([...listedKeys(copy), ...copy.products.map((_, at) => at + 1)])]
}

/** In the order of their places; those that a run has displaced stand after the place that they stood after. */
function listedKeys({ products, places, displaced }: NaiveCopy): number[] {
  const standing = displaced.filter(({ key }) => products[key - 1] !== undefined)
  const after = (place: number): number[] =>
    standing.filter((one) => one.after === place).map(({ key }) => key)
  const listed = places.flatMap((key, at) => [
    ...(key === null || places.indexOf(key) < at ? [] : [key]),
    ...after(at + 1)
  ])
  const beyond = standing.filter((one) => one.after > places.length).toSorted((a, b) => a.after - b.after)
  return [...after(0), ...listed, ...beyond.map(({ key }) => key)]
}

function compare(a: string | number | null, b: string | number | null, by: string, sign: number): number {
  const [first, second] = [a === '' ? null : a, b === '' ? null : b]
  if (first === null || second === null) return Number(first === null) - Number(second === null)
  if (typeof first === 'number' || typeof second === 'number') return sign * (Number(first) - Number(second))
  const text = (value: string): Buffer => Buffer.from(sortTextOf(by as 'name', value))
  return sign * Buffer.compare(text(first), text(second))
}

function isLetThrough(row: Row, filters: Filters, lastRun: number): boolean {
  const { priceFrom, priceTo, change } = filters
  const since = change?.since === 'last' ? lastRun || Infinity : (change?.since ?? 0)
  const isNew = row.added > 1 && row.added >= since
  const isChanged = !isNew && row.changed !== null && row.changed >= since
  if (change?.kind === 'gone' ? row.gone === null || row.gone < since : row.gone !== null) return false
  return (
    (change?.kind !== 'new' || isNew) &&
    (change?.kind !== 'changed' || isChanged) &&
    (priceFrom === null || (row.price !== null && row.price >= priceFrom)) &&
    (priceTo === null || (row.price !== null && row.price <= priceTo)) &&
    (filters.price === 'any' || (filters.price === 'known') === (row.price !== null)) &&
    (filters.picture === 'any' || (filters.picture === 'with') === (row.image !== null)) &&
    (filters.description === 'any' || (filters.description === 'with') === (row.description !== null))
  )
}

function hasSuchPicture(row: Row, filters: Filters, products: readonly Row[]): boolean {
  const { pictureState, pictureBelow, samePicture } = filters
  const { image, known = null } = row
  if (pictureState === 'broken' && known?.state !== 'broken') return false
  if (pictureState === 'unchecked' && (image === null || known !== null)) return false
  if (pictureBelow !== null && (known?.state !== 'shown' || known.side >= pictureBelow)) return false
  if (samePicture === null) return true
  const like = products.find(({ id }) => id === samePicture.id)
  if (like?.known?.state !== 'shown') return row === like && image !== null
  if (known?.state !== 'shown') return false
  return known.content === like.known.content || looksAlike(known.look, like.known.look)
}

/** What its review, and those of a team that needs several approvals, say of a product as it is now. */
export function stateOf(row: Row, sidecars: NaiveSidecars): ReviewState {
  const { standings, needed } = sidecars
  const alone = stateAlone(row, sidecars)
  const marks = standings.get(row.id)?.marks ?? []
  if (needed === 1 && alone === 'changed') {
    const holds = marks.some(({ mark, seen }) => mark === 'approved' && seen !== null && !isOther(seen, row))
    return holds ? 'approved' : alone
  }
  if (needed === 1 || alone === 'needs-work' || alone === 'ignored') return alone
  const current = marks.filter(
    ({ mark, seen }) => mark !== 'unreviewed' && (seen === null || !isOther(seen, row))
  )
  const given = current.filter(({ mark }) => mark === 'approved').length
  if (given >= needed) return 'approved'
  if (given === 0) return alone === 'approved' ? 'awaiting-others' : alone
  return current.some(({ by }) => by === 'Kim') ? 'awaiting-others' : 'awaiting-you'
}

function stateAlone(row: Row, { reviews }: NaiveSidecars): ReviewState {
  const decided = reviews.get(row.id)
  if (decided === undefined) return 'unreviewed'
  const { mark, seen } = decided
  return mark === 'approved' && seen !== null && isOther(seen, row) ? 'changed' : mark
}

/** What of a picture is known, as `fingerprintOf` takes it. */
export function lookOf({ known }: Row): string | null {
  if (known?.state !== 'shown' || known.look === 0n) return null
  return BigInt.asUintN(64, known.look).toString(16).padStart(16, '0')
}

function isOther(seen: string, row: Row): boolean {
  const [texts, , look] = seen.split('.')
  if (texts !== fingerprintOf(row)) return true
  const now = lookOf(row)
  return look !== undefined && now !== null && !looksAlike(BigInt(`0x${look}`), BigInt(`0x${now}`))
}

function hasSuchTexts(
  { name, description, image }: Row,
  { nameLength, descriptionLength, pictureHost }: Filters
): boolean {
  const fits = (text: string, length: Filters['nameLength']): boolean => {
    const characters = Array.from(text).length
    return (
      length === null ||
      (characters > 0 && characters >= (length.from ?? 1) && characters <= (length.to ?? Infinity))
    )
  }
  const isOfHost =
    pictureHost.length === 0 ||
    (image !== null &&
      pictureHost.some((host) => (host === '' ? !image.includes('//') : image.includes(`//${host}/`))))
  return fits(name, nameLength) && fits(description ?? '', descriptionLength) && isOfHost
}

function isDecided(
  row: Row,
  { review, reasons, note, reviewer, reviewed }: Filters,
  sidecars: NaiveSidecars
): boolean {
  const decided = sidecars.reviews.get(row.id)
  const isForReason = decided?.mark === 'needs-work' && reasons.includes(decided.reason ?? '')
  if (reasons.length > 0 && !isForReason) return false
  const isMarked = decided !== undefined && decided.mark !== 'unreviewed'
  if (reviewer.length > 0 && !(isMarked && reviewer.includes(decided.by ?? ''))) return false
  if (reviewed !== null) {
    const at = isMarked ? (decided.at ?? 0) : 0
    const day = at > 0 ? dayOf(at) : null
    if (day === null || day < (reviewed.from ?? day) || day > (reviewed.to ?? day)) return false
  }
  const hasNote = Boolean(decided?.note)
  if (note !== 'any' && (note === 'with') !== hasNote) return false
  return review.length === 0 || review.includes(stateOf(row, sidecars))
}

function isSaid({ id }: Row, { assignedTo, disagreement }: Filters, { standings }: NaiveSidecars): boolean {
  const said = standings.get(id)
  if (disagreement && said?.isDisputed !== true) return false
  return assignedTo.length === 0 || assignedTo.includes(said?.assignedTo ?? '')
}

/** On this computer. */
function dayOf(at: number): string {
  const date = new Date(at)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function isFound(key: number, { finding }: Filters, { findings }: NaiveSidecars): boolean {
  const rules = findings.get(key) ?? []
  if (finding === null) return true
  if (finding === 'any') return rules.length > 0
  return rules.some((rule) => rule === finding || allRules[rule].severity === finding)
}

function looksAlike(one: bigint, other: bigint): boolean {
  const bits = BigInt.asUintN(64, one ^ other)
    .toString(2)
    .replaceAll('0', '').length
  return one !== 0n && other !== 0n && bits <= mostDifferentBits
}

function scoreOf(row: Row, search: string, terms: string[]): number {
  const scores = terms.map((term) =>
    isSigns(term)
      ? signsIn(row, term)
      : Math.max(wordIn(row, term), Math.min(...sizeParts(term).map((number) => wordIn(row, number))))
  )
  if (scores.includes(0)) return 0
  if (terms.length > 0 && flat(row.id) === flat(search)) return 0x8000
  return scores.reduce((sum, score) => sum + score, terms.length === 0 ? 1 : 0)
}

function wordIn({ id, name, description }: Row, term: string): number {
  return Math.max(inId(id, term), inName(name, term), inText(description, term))
}

function signsIn({ id, name, description }: Row, signs: string): number {
  if (fold(name).includes(signs) || fold(id).includes(signs)) return 3
  return fold(description ?? '').includes(signs) ? 1 : 0
}

const isKorean = (term: string): boolean => /^[가-힣]+$/.test(term)

const flat = (id: string): string => fold(id).replaceAll('\n', ' ').trim()

function inId(id: string, term: string): number {
  const folded = flat(id)
  const isFound =
    isUnspaced(term) || isKorean(term) || term.length > 1
      ? folded.includes(term)
      : wordsOf(folded).some((word) => word.startsWith(term))
  return isFound ? (folded.startsWith(term) ? 4 : 3) : 0
}

function inName(name: string, term: string): number {
  const words = wordsOf(fold(name))
  if (isUnspaced(term)) return inRuns(words, term) ? 3 : 0
  const grades = words.map((word, at) => {
    if (word === term) return at === 0 ? 7 : 5
    if (word.startsWith(term)) return at === 0 ? 6 : 4
    return (term.length > 1 || isKorean(term)) && word.includes(term) ? 3 : 0
  })
  return Math.max(0, ...grades)
}

function inText(text: string | null, term: string): number {
  const words = wordsOf(fold(text ?? ''))
  if (isUnspaced(term)) return inRuns(words, term) ? 2 : 0
  if (words.includes(term)) return 2
  const isFound = (word: string): boolean =>
    term.length > 2 || isKorean(term) ? word.includes(term) : term.length > 1 && word.startsWith(term)
  return words.some(isFound) ? 1 : 0
}

function inRuns(words: string[], term: string): boolean {
  return words.filter(isUnspaced).some((run) => run.includes(term))
}
