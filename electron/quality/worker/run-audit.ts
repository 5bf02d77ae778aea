import type { DatabaseSync } from 'node:sqlite'
import { productsInRow } from '../../catalog/db/findings-schema'
import { toNumbers } from '../../catalog/search/segment-store'
import type { LookedPictures } from '../../contract/audit'
import { ruleIds, type RuleId } from '../../contract/audit-rules'
import type { Task } from '../../database/cooperative'
import { inTransaction } from '../../database/transaction'
import type { PictureColumns } from '../catalog-wide/columns'
import { createGroupDesk } from '../../bytes/group-by'
import { markDoubles } from '../catalog-wide/groups'
import { markOutliers } from '../catalog-wide/price-outliers'
import { markSamePictures } from '../catalog-wide/similar-pictures'
import { countKnown, examinedBy, type Known } from '../coverage'
import type { PictureRule } from '../rule'
import { bitOf, bitsBySeverity } from '../rule-settings'
import { rules as allRules } from '../rules'
import { arePicturesInScore, scoreOf, tally, type Tally } from '../score'
import type { AuditReport, RuleInForce, RulesInForce } from '../types'
import {
  readEmptied,
  readReport,
  renewVersion,
  signatureOf,
  writeMadeFrom,
  writeReport,
  writeSeverities
} from './audit-facts'
import { loadShown, makeBasis, saveBasis, saveFindings, type Basis } from './basis'
import type { ExceptionKey, Progress } from './protocol'
import {
  catalogState,
  keysOf,
  markTwice,
  pictureAt,
  readPictures,
  readProducts,
  type CatalogState,
  type Testing
} from './read-catalog'

interface AuditInput {
  /** The catalog, and the file of findings. */
  catalog: DatabaseSync
  audit: DatabaseSync
  rules: RulesInForce
  exceptions: readonly ExceptionKey[]
  /** ms since 1970. */
  at: number
  onProgress: (progress: Progress) => void
}

/**
 * Runs the rules over the whole catalog and saves what they find. Pauses every few ms. What is written is one transaction, so that
 * an audit that is stopped in the middle leaves the findings of the last one. Returns null, and saves nothing, where the catalog
 * was built anew meanwhile.
 */
export function* runAudit(input: AuditInput): Task<AuditReport | null> {
  const begun = performance.now()
  const { catalog, audit, rules, at, onProgress } = input
  const emptied = readEmptied(audit)
  // Before anything is read: what changes during the audit makes it outdated.
  const state = catalogState(catalog)
  const { highest, isFullForm, coverage } = state
  const basis = makeBasis(highest)
  const onRead = (done: number): void => onProgress({ done, total: coverage.products })
  onRead(0)
  yield* readProducts(catalog, basis, productRules(rules, isFullForm), onRead)
  const pictures = yield* readPictures(catalog, highest)
  basis.pictures = pictures
  yield* markPictures(basis, pictures, rules, isFullForm)
  if (inForceOf(rules, 'id-twice', isFullForm)) markTwice(catalog, basis)
  yield* markCatalogWide(basis, pictures, rules, isFullForm)
  const didCount = readReport(audit)?.pictures.areInScore ?? false
  const report = reportOf(state, basis, pictures, { at, didCount })
  return inTransaction(audit, () => {
    if (readEmptied(audit) !== emptied) return null
    // What the audit before knew of pictures is about to be written over.
    const shown = loadShown(audit, highest)
    saveBasis(audit, basis)
    writeMadeFrom(audit, { allRules: signatureOf(rules, isFullForm), stamp: state.stamp, highest })
    const took = Math.round(performance.now() - begun)
    return writeFindings(
      input,
      basis.found,
      { ...report, took },
      { at: at + took, shown, knownSince: state.knownSince }
    )
  })
}

/** What was looked at; findings are not counted yet. */
function reportOf(
  state: CatalogState,
  { columns }: Basis,
  pictures: PictureColumns,
  { at, didCount }: { at: number; didCount: boolean }
): Omit<Uncounted, 'took'> {
  const { coverage, run, isFullForm } = state
  const known = countKnown(columns, pictures)
  const examined = examinedBy(known, known.listed + coverage.setAside, isFullForm)
  return {
    at,
    run,
    products: known.listed,
    coverage,
    pictures: picturesOf(known, didCount),
    rules: examined.map((products) => ({ count: null, excepted: 0, examined: products }))
  }
}

function picturesOf({ looked, addressed }: Known, didCount: boolean): LookedPictures {
  return { looked, all: addressed, areInScore: arePicturesInScore(looked, addressed, didCount) }
}

/** Rules that look at one product, those that are switched on and that the catalog has something for. */
function productRules(rules: RulesInForce, isFullForm: boolean): Testing[] {
  return ruleIds.flatMap((id) => {
    const rule = allRules[id]
    const inForce = inForceOf(rules, id, isFullForm)
    if (rule.of !== 'product' || inForce === null) return []
    return { rule, bit: bitOf(id), threshold: inForce.threshold }
  })
}

/** How a rule is run; null if it is off, or the catalog lacks the fields that it needs. */
export function inForceOf(rules: RulesInForce, id: RuleId, isFullForm: boolean): RuleInForce | null {
  const inForce = rules[ruleIds.indexOf(id)]
  if (inForce?.enabled !== true) return null
  return allRules[id].needsFullForm === true && !isFullForm ? null : inForce
}

/** Asks the rules of pictures. */
function* markPictures(
  { columns, found }: Basis,
  pictures: PictureColumns,
  rules: RulesInForce,
  isFullForm: boolean
): Task<void> {
  const needed: { rule: PictureRule; bit: number; threshold: number }[] = []
  for (const id of ruleIds) {
    const rule = allRules[id]
    const inForce = inForceOf(rules, id, isFullForm)
    if (rule.of === 'picture' && inForce !== null)
      needed.push({ rule, bit: bitOf(id), threshold: inForce.threshold })
  }
  for (let key = 1; key <= columns.highest; key++) {
    if (key % 50_000 === 0) yield
    const picture = columns.listed[key] === 1 ? pictureAt(pictures, key) : null
    if (picture === null) continue
    for (const { rule, bit, threshold } of needed) {
      if (rule.test(picture, threshold) !== null) found[key] = (found[key] ?? 0) | bit
    }
  }
}

/** Asks the rules that compare products with each other. */
function* markCatalogWide(
  { columns, found }: Basis,
  pictures: PictureColumns,
  rules: RulesInForce,
  isFullForm: boolean
): Task<void> {
  const of = (id: RuleId): { bit: number; threshold: number } | null => {
    const inForce = inForceOf(rules, id, isFullForm)
    return inForce === null ? null : { bit: bitOf(id), threshold: inForce.threshold }
  }
  const desk = createGroupDesk(columns.highest)
  const names = of('name-duplicate')
  if (names) yield* markDoubles(desk, columns, 'name', found, names.bit, 2)
  const descriptions = of('description-duplicate')
  if (descriptions)
    yield* markDoubles(desk, columns, 'description', found, descriptions.bit, descriptions.threshold)
  const prices = of('price-outlier')
  if (prices) yield* markOutliers(desk, columns, found, prices.bit, prices.threshold)
  const same = of('picture-same')?.bit ?? 0
  const similar = of('picture-similar')?.bit ?? 0
  if ((same | similar) !== 0) yield* markSamePictures(desk, columns, pictures, found, { same, similar })
}

/** What an audit looked at, before it is counted what it found. */
type Uncounted = Omit<AuditReport, 'score' | 'scoreWithoutPictures'>

/** When rules ran over a catalog, and what was known before. Times are in ms since 1970. */
interface AuditRun {
  at: number
  /** Whether a product had a picture that could be shown, by its key, when the rules ran the last time. */
  shown: (key: number) => boolean
  /** When this computer came to know the store; null: not known. */
  knownSince: number | null
}

interface WritingFindings {
  catalog: DatabaseSync
  audit: DatabaseSync
  rules: RulesInForce
  exceptions: readonly ExceptionKey[]
}

/**
 * Counts what was found, without what products are excepted from, and writes it, with the score. Within a transaction.
 *
 * @param found by key, also what is excepted
 * @param ran null: no rule ran again
 */
export function writeFindings(
  { catalog, audit, rules, exceptions }: WritingFindings,
  found: Uint32Array,
  before: Uncounted,
  ran: AuditRun | null
): AuditReport {
  const counted = tally(found, rules, exceptedBits(catalog, exceptions))
  const report = { ...before, ...counts(counted, rules, before) }
  noteLate(audit, counted.bits, bitsBySeverity(rules).error, ran)
  if (saveFindings(audit, counted.bits)) renewVersion(audit)
  writeSeverities(audit, rules)
  writeReport(audit, report)
  return report
}

function counts(
  { counts, excepted, worst, worstWithoutPictures }: Tally,
  rules: RulesInForce,
  { rules: before, products, coverage, pictures }: Uncounted
): Pick<AuditReport, 'rules' | 'score' | 'scoreWithoutPictures'> {
  const aside = ruleIds.indexOf('set-aside')
  const asideRule = rules[aside]
  const { setAside } = coverage
  const score = (worstOf: Tally['worst']): number | null => {
    const all = { ...worstOf }
    if (asideRule?.enabled === true) all[asideRule.severity] += setAside
    return scoreOf(products + setAside, all)
  }
  const scoreWithoutPictures = score(worstWithoutPictures)
  return {
    rules: before.map(({ examined }, place) => {
      const isAsked = rules[place]?.enabled === true && examined !== null
      if (!isAsked) return { count: null, excepted: 0, examined }
      const count = place === aside ? setAside : (counts[place] ?? 0)
      return { count, excepted: excepted[place] ?? 0, examined }
    }),
    score: pictures.areInScore ? score(worst) : scoreWithoutPictures,
    scoreWithoutPictures
  }
}

/** Bits of the rules that products are excepted from, by their keys. */
function exceptedBits(catalog: DatabaseSync, exceptions: readonly ExceptionKey[]): Map<number, number> {
  const bits = new Map<number, number>()
  if (exceptions.length === 0) return bits
  const keys = keysOf(catalog, [...new Set(exceptions.map(({ productId }) => productId))])
  for (const { productId, rule } of exceptions) {
    const key = keys.get(productId)
    if (key !== undefined) bits.set(key, (bits.get(key) ?? 0) | bitOf(rule))
  }
  return bits
}

/** Rules that need to have looked at a product's picture. */
const rulesOfPictures = ruleIds
  .filter((id) => allRules[id].of === 'picture' || id === 'picture-same' || id === 'picture-similar')
  .reduce((bits, id) => bits | bitOf(id), 0)

/**
 * Notes the products of which errors were found that the audit before had not, and forgets those that have none anymore: whoever
 * approved them before has not seen that. An error of a picture that was never seen before may have been there all along. Before the
 * findings themselves are written, within the same transaction. The first audit finds nothing that is new.
 *
 * @param found the rules by key, without what products are excepted from
 * @param errors the bits of the rules that are errors
 * @param ran null: nothing is new, since only exceptions or severities are others
 */
function noteLate(db: DatabaseSync, found: Uint32Array, errors: number, ran: AuditRun | null): void {
  const drop = db.prepare('DELETE FROM worse WHERE product = ?')
  const noted = db.prepare('SELECT product FROM worse').all() as { product: number }[]
  for (const { product } of noted) if (((found[product] ?? 0) & errors) === 0) drop.run(product)
  if (ran === null) return
  const { at, shown, knownSince } = ran
  const put = db.prepare(
    'INSERT INTO worse (product, at) VALUES (?, ?) ON CONFLICT (product) DO UPDATE SET at = excluded.at'
  )
  const putLooked = db.prepare(
    `INSERT INTO worse (product, at, looked_at, known_since) VALUES (?, 0, ?, ?)
     ON CONFLICT (product) DO UPDATE SET looked_at = excluded.looked_at, known_since = excluded.known_since`
  )
  const known = db.prepare('SELECT first, bits FROM finding ORDER BY first').all() as {
    first: number
    bits: Uint8Array<ArrayBuffer>
  }[]
  const before = new Map(known.map(({ first, bits }) => [first, toNumbers(bits)]))
  for (let first = 0; first < found.length && before.size > 0; first += productsInRow) {
    const row = before.get(first)
    const end = Math.min(found.length, first + productsInRow)
    for (let key = first; key < end; key++) {
      const late = (found[key] ?? 0) & ~(row?.[key - first] ?? 0) & errors
      if (late === 0) continue
      const isFirstLook = knownSince !== null && (late & ~rulesOfPictures) === 0 && !shown(key)
      if (isFirstLook) putLooked.run(key, at, knownSince)
      else put.run(key, at)
    }
  }
}
