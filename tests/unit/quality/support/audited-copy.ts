import { onTestFinished } from 'vitest'
import { rulesInForce, type RuleSettings, rulesIn } from '../../../../electron/quality/rule-settings'
import type { AuditReport } from '../../../../electron/quality/types'
import { createAuditSide } from '../../../../electron/quality/worker/audit-methods'
import { auditName } from '../../../../electron/catalog/db/findings-schema'
import type { ExceptionKey, RuleFacts, LastAudit } from '../../../../electron/quality/worker/protocol'
import type { FoundPicture } from '../../../../electron/catalog/types'
import { ruleIds, type RuleId } from '../../../../electron/contract/audit-rules'
import type { FindingFacts } from '../../../../electron/contract/audit'
import type { PictureFinding } from '../../../../electron/contract/picture-values'
import { testFolder } from '../../../support/folder'
import { openWriter, take, type Item, type WritingSide } from '../../catalog/writing-side'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A copy that is written as syncs write it, and audited, both without their threads. */
export interface AuditedCopy {
  side: WritingSide
  folder: string
  sync: (list: Item[], form?: 'full' | 'short') => Promise<void>
  /** Somebody looked at the pictures of these products, by id. */
  look: (findings: Record<string, PictureFinding>) => void
  audit: (settings?: RuleSettings, exceptions?: ExceptionKey[]) => Promise<AuditReport>
  settle: (settings?: RuleSettings, exceptions?: ExceptionKey[]) => Promise<AuditReport | null>
  standing: (settings?: RuleSettings) => Promise<LastAudit>
  of: (id: string, settings?: RuleSettings) => Promise<Partial<Record<RuleId, FindingFacts>>>
  scores: () => Promise<{ run: number | null; score: number }[]>
  /** What lists read: rules by product id, of the listed products that have any. */
  findings: () => Record<string, RuleId[]>
  version: () => string
  /** What is looked at and audited from now on is so at this time and after it; ms since 1970. */
  setClock: (time: number) => void
  methods: ReturnType<typeof createAuditSide>
}

export function openAuditedCopy(currency: string | null = 'EUR'): AuditedCopy {
  const folder = testFolder()
  const side = openWriter(folder)
  const methods = createAuditSide()
  onTestFinished(async () => {
    await methods.close('c', null)
  })
  const { file } = side
  const asked = (settings: RuleSettings = {}): { file: string; rules: ReturnType<typeof rulesInForce> } => ({
    file,
    rules: rulesInForce(settings, currency)
  })
  let at = 10_000
  return {
    side,
    folder,
    methods,
    async sync(list, form) {
      await side.sync(list, 50, form)
    },
    look(findings) {
      const rows = side.rows('SELECT key, id, image FROM product WHERE image IS NOT NULL') as {
        key: number
        id: string
        image: string
      }[]
      const found: FoundPicture[] = rows.flatMap(({ key, id, image }) => {
        const finding = findings[id]
        return finding === undefined ? [] : [{ product: key, address: image, finding }]
      })
      const answer = side.methods.savePictures('c', { found, at: at++ })
      if (answer instanceof Promise) throw new Error('it answers at once')
      take(answer)
    },
    audit: async (settings, exceptions = []) =>
      take(await methods.audit('c', { ...asked(settings), exceptions, at: at++, isInBackground: false })),
    settle: async (settings, exceptions = []) =>
      take(await methods.recount('c', { ...asked(settings), exceptions })),
    standing: async (settings) => take(await methods.lastAudit('c', asked(settings))),
    async of(productId, settings) {
      const found: RuleFacts[] = take(await methods.findingsOf('c', { ...asked(settings), productId }))
      return Object.fromEntries(found.map(({ rule, facts }) => [rule, facts]))
    },
    scores: async () => take(await methods.scores('c', { file })),
    setClock(time) {
      at = time
    },
    findings: () => readFindings(side, join(folder, auditName)),
    version: () =>
      String(rowsOf(join(folder, auditName), "SELECT value FROM fact WHERE name = 'version'")[0]?.value)
  }
}

export function rowsOf(file: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

function readFindings(side: WritingSide, file: string): Record<string, RuleId[]> {
  const rows = rowsOf(file, 'SELECT first, bits FROM finding') as { first: number; bits: Uint8Array }[]
  const bitsAt = (key: number): number => {
    const row = rows.find(({ first, bits }) => key >= first && key < first + bits.byteLength / 4)
    if (row === undefined) return 0
    return new DataView(row.bits.buffer, row.bits.byteOffset).getUint32((key - row.first) * 4, true)
  }
  const products = side.rows('SELECT key, id FROM product ORDER BY key') as { key: number; id: string }[]
  return Object.fromEntries(
    products.flatMap(({ key, id }) => {
      const rules = rulesIn(bitsAt(key))
      return rules.length === 0 ? [] : [[id, rules] as const]
    })
  )
}

/** How many products, or items, each rule found; those that found none are left out. */
export function countsOf(report: AuditReport): Partial<Record<RuleId, number>> {
  return Object.fromEntries(
    ruleIds.flatMap((rule, place) => {
      const count = report.rules[place]?.count
      return count ? [[rule, count] as const] : []
    })
  )
}

/** A picture that was looked at. */
export function shown(content: number, look: bigint, width = 800, height = 800): PictureFinding {
  return { state: 'shown', width, height, bytes: 1000, format: 'jpeg', content: BigInt(content), look }
}
