import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createAudits, type Audits } from '../../../electron/quality/audits'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import { openForReading, openForWriting } from '../../../electron/catalog/db/open'
import { inTransaction } from '../../../electron/database/transaction'
import type { AuditState } from '../../../electron/contract/audit'
import { seeded } from '../../../scripts/demo-store/random'
import { bundled } from '../bundle-folder'
import { setV8Flags } from '../../../electron/database/v8-flags'
import { serveMeasure } from '../own-process'
import { lateness, type Lateness } from './lateness'

export interface AuditInput {
  /** Holds the copies; the connection is called `bench`. */
  folder: string
  /**
   * `look`: all pictures are known from now on; answers how long it takes to read the rows alone · `audit`: as the app does after
   * its start. Each in a process of its own, so that an audit finds the copy cold.
   */
  step: 'look' | 'audit'
}

/** ms, and what it did to the process that plays main: how late its event loop was, and megabytes with all threads. */
export interface AuditStep extends Lateness {
  took: number
  found: number
}

const connectionId = 'bench'

/** P15: an audit by all rules of the copy that a sync left, with what is known of its pictures. */
serveMeasure(async ({ folder, step }: AuditInput): Promise<AuditStep | number> => {
  setV8Flags()
  const file = join(folder, connectionId, 'catalog.sqlite')
  if (step === 'audit') return await audit(folder)
  write(file, lookAtPictures)
  return readAlone(file)
})

async function audit(folder: string): Promise<AuditStep> {
  const copy = createCatalogDb({
    folderOf: (id) => join(folder, id),
    readerFile: bundled('reader.js'),
    writerFile: bundled('writer.js')
  })
  const audits = auditsOf(copy, folder)
  const step = await runAudit(audits)
  await audits.audits.close()
  await copy.close()
  return step
}

interface Watched {
  audits: Audits
  /** Settles with the next audit's end. */
  ended: () => Promise<AuditState>
}

function auditsOf(copy: CatalogDb, folder: string): Watched {
  let settle: ((state: AuditState) => void) | null = null
  const audits = createAudits({
    threadFile: bundled('audit.js'),
    folderOf: (id) => join(folder, id),
    catalogFile: (id) => copy.file(id),
    settingsOf: () => ({}),
    currencyOf: () => 'EUR',
    changeSettings: () => Promise.resolve({ ok: true, value: null }),
    namesOf: () => Promise.resolve(new Map()),
    book: {
      exceptions: () => Promise.resolve({ ok: true, value: [] }),
      setException: () => Promise.resolve({ ok: true, value: null })
    },
    isSyncing: () => false,
    onAudited: (id) => copy.audited(id),
    onChange(state) {
      if (state.phase !== 'running') settle?.(state)
    },
    // Nothing by itself: what is measured is begun here.
    delays: { check: 1e9, background: 1e9, start: 1e9 }
  })
  audits.follow([connectionId], connectionId)
  return { audits, ended: () => new Promise((resolve) => (settle = resolve)) }
}

async function runAudit({ audits, ended }: Watched): Promise<AuditStep> {
  // The copy is open, as it is in the app whenever an audit begins; so is the thread.
  await audits.state(connectionId)
  const { value, delay, memory } = await lateness(async () => {
    const begun = performance.now()
    const end = ended()
    await audits.run(connectionId)
    const state = await end
    if (state.because !== null) throw new Error(`The audit failed: ${JSON.stringify(state.because)}`)
    const found = state.rules.reduce((sum, { count }) => sum + (count ?? 0), 0)
    return { took: performance.now() - begun, found }
  })
  return { ...value, delay, memory }
}

function write(file: string, work: (db: DatabaseSync) => void): void {
  const db = openForWriting(file)
  inTransaction(db, () => work(db))
  db.close()
}

/** All pictures were looked at: each another one, but for 1 in 50 that looks like an earlier one. */
function lookAtPictures(db: DatabaseSync): void {
  const random = seeded('looks')
  const half = (): bigint => BigInt(Math.floor(random() * 0x1_0000_0000))
  const insert = db.prepare(
    "INSERT OR REPLACE INTO picture VALUES (?, 0, ?, ?, 150000, 'jpeg', ?, ?, 1000, 1000)"
  )
  const { highest } = db.prepare('SELECT max(key) AS highest FROM product').get() as { highest: number }
  let look = 0n
  for (let key = 1; key <= highest; key += 1) {
    look = key % 50 === 0 ? BigInt.asIntN(64, look ^ 0b1001n) : BigInt.asIntN(64, (half() << 32n) | half())
    const side = key % 40 === 0 ? 300 : 1200
    insert.run(key, side, side, BigInt(key), look)
  }
}

/** The least that an audit has to do: all texts and prices, and what is known of pictures, out of the file. */
function readAlone(file: string): number {
  const db = openForReading(file)
  const begun = performance.now()
  const products = db.prepare(
    'SELECT key, id, name, price, description, image, flags FROM product WHERE key > ? ORDER BY key LIMIT 500'
  )
  products.setReturnArrays(true)
  for (let last = 0; ;) {
    const rows = products.all(last) as unknown as [number][]
    const end = rows.at(-1)
    if (end === undefined) break
    last = end[0]
  }
  const took = performance.now() - begun
  db.close()
  return took
}
