import type { DatabaseSync } from 'node:sqlite'
import { catalogPolicy, openForWriting } from '../../../electron/catalog/db/open'
import { useLog } from '../../../electron/database/open-database'
import { writeOrderings } from '../../../electron/catalog/sort/sort-index'
import { migrations } from '../../../electron/catalog/db/schema'
import { indexWords } from '../../../electron/catalog/search/word-index'
import type { BenchProduct } from '../catalog/catalog-maker'
import { serveMeasure } from '../own-process'
import { fetchRawPages, type RawPages } from './raw-pages'

export interface BuildReport {
  /** ms until all rows and their order are in the table, and until the copy can be searched and sorted. */
  rows: number
  ready: number
}

/**
 * The limit of P2: the same database built in one thread from answers that lie in memory, with no network, no checks of
 * what they hold and the fewest statements that do it; then the product's own word index and orders.
 */
serveMeasure(async ({ file, ...asked }: RawPages & { file: string }): Promise<BuildReport> => {
  const bodies: Buffer[] = []
  await fetchRawPages(asked, (body, page) => (bodies[page - 1] = Buffer.from(body)))
  const begun = performance.now()
  const db = openForWriting(file)
  useLog(db, catalogPolicy)
  for (const sql of migrations) db.exec(sql)
  insertAll(db, bodies)
  const rows = performance.now() - begun
  while (indexWords(db, 20_000));
  writeOrderings(db)
  db.close()
  return { rows, ready: performance.now() - begun }
})

function insertAll(db: DatabaseSync, bodies: readonly Buffer[]): void {
  const product = db.prepare(
    'INSERT INTO product (key, id, name, price, description, image, flags, added) VALUES (?, ?, ?, ?, ?, ?, 0, 1)'
  )
  const place = db.prepare('INSERT INTO place (position, product) VALUES (?, ?)')
  let key = 0
  for (const [number, body] of bodies.entries()) {
    if (number % 10 === 0) db.exec('BEGIN')
    const { data } = JSON.parse(body.toString()) as { data: { items: BenchProduct[] } }
    for (const { id, name, price = null, description = null, image = null } of data.items) {
      key += 1
      product.run(key, id, name, price, description, image)
      place.run(key, key)
    }
    if (number % 10 === 9 || number === bodies.length - 1) db.exec('COMMIT')
  }
}
