import type { DatabaseSync } from 'node:sqlite'
import type { Sliced } from '../../database/cooperative'
import type { LookedPictures } from '../../contract/audit'
import { inTransaction } from '../../database/transaction'
import type { PictureColumns } from '../catalog-wide/columns'
import { countKnown, examinedBy, type Known } from '../coverage'
import { arePicturesInScore } from '../score'
import type { AuditReport, RulesInForce } from '../types'
import {
  readEmptied,
  readMadeFrom,
  readReport,
  signatureOf,
  writeMadeFrom,
  type MadeFrom
} from './audit-facts'
import { loadBasis, makeBasis, ofProducts, saveBasis, type Basis } from './basis'
import { changedSince, standingOf, type CatalogState } from './copy-standing'
import { inForceOf, keepOwn, markCatalogWide, markPictures, productRules } from './mark'
import type { ExcusedFrom, Progress } from './protocol'
import { readPictures } from './read-pictures'
import { markTwice, readAll, readSome } from './read-products'
import { writeFindings, type Uncounted } from './write-findings'

export interface AuditInput {
  /** The copy, and the file of findings. */
  copy: DatabaseSync
  audit: DatabaseSync
  rules: RulesInForce
  excuses: readonly ExcusedFrom[]
  /** ms since 1970. */
  at: number
  onProgress: (progress: Progress) => void
}

/** What the last audit left, and which products are others since; null: all are to be read. */
interface Earlier {
  basis: Basis
  changed: Uint32Array
}

/**
 * Looks for what the rules say, and keeps it. Products that did not change since the last audit are not read again; what rules
 * say that compare products is found anew from columns of numbers. Pauses every few ms; what is written is one transaction, so
 * that an audit that is ended in the middle leaves what the last one found. null, and nothing is kept: the copy was begun anew
 * meanwhile.
 */
export function* runAudit(input: AuditInput): Sliced<AuditReport | null> {
  const begun = performance.now()
  const { copy, audit, rules, at } = input
  const emptied = readEmptied(audit)
  // Before anything is read: what changes while it is being read counts as changed the next time.
  const standing = standingOf(copy)
  const { isFullForm } = standing
  const earlier = earlierOf(input, standing)
  const basis = earlier?.basis ?? makeBasis(standing.highest)
  yield* readProducts(input, standing, basis, earlier)
  keepOwn(basis)
  const pictures = yield* readPictures(copy, standing.highest)
  basis.pictures = pictures
  yield* markPictures(basis, pictures, rules, isFullForm)
  if (inForceOf(rules, 'id-twice', isFullForm)) markTwice(copy, basis)
  yield* markCatalogWide(basis, pictures, rules, isFullForm)
  const didCount = readReport(audit)?.pictures.areInScore ?? false
  const report = reportOf(standing, basis, pictures, { at, didCount })
  return inTransaction(audit, () => {
    if (readEmptied(audit) !== emptied) return null
    saveBasis(audit, basis)
    writeMadeFrom(audit, madeFrom(rules, standing))
    return writeFindings(input, basis.found, {
      ...report,
      incremental: earlier !== null,
      took: Math.round(performance.now() - begun)
    })
  })
}

function earlierOf({ copy, audit, rules }: AuditInput, standing: CatalogState): Earlier | null {
  const from = readMadeFrom(audit)
  if (from?.copy !== standing.copy || from.change === null || standing.change === null) return null
  if (from.productRules !== signatureOf(rules, 'product', standing.isFullForm)) return null
  const changed = changedSince(copy, from.change)
  return changed === null ? null : { basis: loadBasis(audit, standing.highest, ofProducts), changed }
}

function* readProducts(
  { copy, rules, onProgress }: AuditInput,
  { highest, isFullForm }: CatalogState,
  basis: Basis,
  earlier: Earlier | null
): Sliced<void> {
  const testing = productRules(rules, isFullForm)
  const total = earlier === null ? highest : earlier.changed.length
  const onRead = (done: number): void => onProgress({ done, total })
  onRead(0)
  if (earlier === null) yield* readAll(copy, basis, testing, onRead)
  else yield* readSome(copy, basis, earlier.changed, testing, onRead)
  onRead(total)
}

function madeFrom(rules: RulesInForce, { copy, change, stamp, highest, isFullForm }: CatalogState): MadeFrom {
  return {
    productRules: signatureOf(rules, 'product', isFullForm),
    allRules: signatureOf(rules, 'all', isFullForm),
    copy,
    change,
    stamp,
    highest
  }
}

type Examined = Omit<Uncounted, 'took' | 'incremental'>

/** What was looked at; findings are not counted yet. */
function reportOf(
  standing: CatalogState,
  { columns }: Basis,
  pictures: PictureColumns,
  { at, didCount }: { at: number; didCount: boolean }
): Examined {
  const { coverage, run, isFullForm } = standing
  const known = countKnown(columns, pictures)
  const examined = examinedBy(known, known.listed + coverage.setAside, isFullForm)
  return {
    at,
    run,
    products: known.listed,
    coverage,
    pictures: picturesOf(known, didCount),
    rules: examined.map((products) => ({ count: null, excused: 0, examined: products }))
  }
}

function picturesOf({ looked, addressed }: Known, didCount: boolean): LookedPictures {
  return { looked, all: addressed, areInScore: arePicturesInScore(looked, addressed, didCount) }
}
