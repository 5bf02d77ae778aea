import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MarkDeed } from '../../electron/team/operation'
import { seeded, type Random } from '../../scripts/demo-store/random'
import { Desk } from './desk'
import { Oracle } from './oracle'

/** How a campaign of damage goes. */
export interface DamageOptions {
  /** Files that are damaged. */
  files: number
  /** The same seed damages the same bytes. */
  seed: number
  /** Products in each file; the backup knows of half of them. */
  products?: number
  /** Only this file of the seed, with the bytes that are damaged in it when its turn comes. */
  only?: number | undefined
}

/** What came of it. */
export interface DamageCounts {
  files: number
  /** Files that did not open as they were: each was mended. */
  mended: number
  /** Files that could not be opened, read or written after all, with what was said; none is right. */
  failed: string[]
  /** Rows that could be read, in the file or in its backup, and are not there afterwards or not whole, each with its file; none is right. */
  lost: string[]
  /** Reviews of all files, and those of them that could not be read anymore. */
  reviews: number
  gone: number
  /** ms that the slowest file took to open. */
  slowest: number
}

const none = { files: 0, mended: 0, reviews: 0, gone: 0, slowest: 0 }

/** What is done to a file, in turn: single bytes are changed, or whole pages emptied. */
const damages = [
  { bytes: 1, pages: 0 },
  { bytes: 16, pages: 0 },
  { bytes: 512, pages: 0 },
  { bytes: 0, pages: 20 }
] as const
type Damage = (typeof damages)[number]
const pageSize = 4096

/**
 * Damages copies of a healthy file of reviews, half of them with a backup of before, opens each as the app does, and compares what is there
 * afterwards with what could still be read. Takes half a second for a file of 2,000 products.
 */
export async function damageCampaign(options: DamageOptions): Promise<DamageCounts> {
  const { files, seed, products = 2000, only } = options
  const place = mkdtempSync(join(tmpdir(), 'vitrine-damage-'))
  try {
    const healthy = join(place, 'healthy')
    await fill(healthy, products)
    const [backup = ''] = readdirSync(backupsIn(healthy))
    const healthyFile = fileIn(healthy)
    const oracle = new Oracle(healthyFile, join(backupsIn(healthy), backup))
    const counts: DamageCounts = { ...none, failed: [], lost: [] }
    const random = seeded(seed)
    for (let number = 0; number < files; number++) {
      const damage = damages[number % damages.length] ?? damages[0]
      const bytes = bytesToSpoil(healthyFile, damage, random)
      if (only !== undefined && number !== only) continue
      const hasBackup = Math.floor(number / damages.length) % 2 === 0
      const folder = join(place, `file-${number}`)
      cpSync(healthy, folder, { recursive: true })
      if (!hasBackup) rmSync(backupsIn(folder), { recursive: true })
      spoil(fileIn(folder), bytes)
      const what = damage.pages > 0 ? `${damage.pages} pages` : `${damage.bytes} bytes`
      const name = `file ${number} of seed ${seed}, ${what}, ${hasBackup ? 'with' : 'without'} a backup`
      counts.files++
      counts.reviews += oracle.reviews
      await openOne(counts, oracle, { folder, name, hasBackup, products })
      rmSync(folder, { recursive: true })
    }
    return counts
  } finally {
    rmSync(place, { recursive: true })
  }
}

const folderIn = (place: string): string => join(place, 'shop')
const fileIn = (place: string): string => join(folderIn(place), 'reviews.sqlite')
const backupsIn = (place: string): string => join(folderIn(place), 'reviews-backups')
const nameOf = (number: number): string => `product-${String(number).padStart(5, '0')}`

/** Lets some entries tell what was done as those of a team do. */
function addDeeds(file: string): void {
  const deed: MarkDeed = {
    kind: 'redo',
    at: 1,
    of: { mark: 'needs-work', by: 'Ada', reason: 'Nobody has it' }
  }
  const db = new DatabaseSync(file)
  db.prepare("UPDATE log_item SET deed = ? WHERE rule = '' AND entry % 3 = 0").run(JSON.stringify(deed))
  db.close()
}

/** Reviews of two sessions. The backup that is left is of the first, which was about half of the products. */
async function fill(folder: string, products: number): Promise<void> {
  mkdirSync(folder)
  const file = await colleaguesFile(`${folder}-colleague`, products)
  const desk = new Desk(folder)
  const names = Array.from({ length: products }, (_, number) => nameOf(number))
  await desk.open()
  await work(desk, names.slice(0, products / 2))
  addDeeds(fileIn(folder))
  await desk.reopen()
  await work(desk, names.slice(products / 2))
  // Also about products that the backup knows otherwise.
  await work(desk, names.slice(products / 4, products / 3))
  await desk.merge(file)
  await desk.mark('ignored', names.slice(0, products / 20))
  await desk.undo()
  addDeeds(fileIn(folder))
  await desk.close()
  const [, newest = ''] = readdirSync(backupsIn(folder)).sort()
  rmSync(join(backupsIn(folder), newest))
}

/** Something to merge, by somebody else. */
async function colleaguesFile(folder: string, products: number): Promise<string> {
  const desk = new Desk(folder, 'Bo', 1000)
  await desk.open()
  for (let number = 0; number < products; number += 25) {
    await desk.mark('needs-work', [nameOf(number)], number % 50 === 0 ? 'price' : 'The color is another')
    await desk.note(nameOf(number), `Bo about ${number}`)
  }
  const file = `${folder}.vitrine-reviews`
  await desk.share(file)
  await desk.close()
  return file
}

/** Marks, with reasons, notes, of which some are too long for a page of the database, exceptions, drafts, and some of it taken back. */
async function work(desk: Desk, names: string[]): Promise<void> {
  for (let first = 0; first < names.length; first += 100) {
    const some = names.slice(first, first + 100)
    await desk.mark('approved', some)
    await desk.mark('needs-work', some.slice(0, 10), first % 200 === 0 ? 'picture' : `Reason of ${first}`)
    await desk.mark('needs-work', some.slice(5, 8), 'name')
    await desk.mark('ignored', some.slice(10, 20))
    if (first % 300 === 0) await desk.undo()
  }
  for (const [index, name] of names.entries()) {
    if (index % 20 === 0) await desk.note(name, `Note of ${name}. `.repeat(index % 60 === 0 ? 300 : 3))
    if (index % 80 === 0) await desk.undo()
    if (index % 50 === 0) await desk.setException(name, `${name} is called so.`, 'short-name')
    if (index % 100 === 0) await desk.setException(name, 'Nobody has one.', 'no-picture')
    if (index % 40 === 0) await desk.draft(name, `Draft about ${name}. `.repeat(index % 120 === 0 ? 300 : 1))
  }
}

interface DamagedPlace {
  folder: string
  name: string
  hasBackup: boolean
  products: number
}

async function openOne(
  counts: DamageCounts,
  oracle: Oracle,
  { folder, name, hasBackup, products }: DamagedPlace
): Promise<void> {
  const file = fileIn(folder)
  const damaged = `${folder}-damaged.sqlite`
  copyFileSync(file, damaged)
  try {
    const desk = new Desk(folder)
    desk.at += 1_000_000
    const begun = performance.now()
    const { state } = await desk.open()
    counts.slowest = Math.max(counts.slowest, performance.now() - begun)
    if (state !== 'ready') throw new Error(`it is ${state}`)
    if (desk.isMended) counts.mended++
    const { lost, gone } = oracle.compare({
      damaged,
      // Damage that shows nowhere is not mended by it.
      hasBackup: hasBackup && desk.isMended,
      recovered: file
    })
    counts.lost.push(...lost.map((loss) => `${name}: ${loss}`))
    counts.gone += gone
    await desk.log()
    await desk.note(nameOf(products), 'Written after the damage')
    await desk.undo()
    await desk.close()
    await desk.open()
    if (desk.isMended) throw new Error('it is still damaged')
    await desk.close()
  } catch (error) {
    counts.failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    rmSync(damaged, { force: true })
  }
}

/** Bytes of a file, each with its place, that are written over others. */
type Spoiled = [at: number, bytes: Buffer][]

function bytesToSpoil(file: string, { bytes, pages }: Damage, random: Random): Spoiled {
  const { size } = statSync(file)
  const single = Array.from({ length: bytes }, (): Spoiled[number] => {
    const byte = Buffer.of(Math.floor(random() * 256))
    return [Math.floor(random() * size), byte]
  })
  const whole = Array.from({ length: pages }, (): Spoiled[number] => [
    Math.floor((random() * size) / pageSize) * pageSize,
    Buffer.alloc(pageSize)
  ])
  return [...single, ...whole]
}

function spoil(file: string, spoiled: Spoiled): void {
  const handle = openSync(file, 'r+')
  try {
    for (const [at, bytes] of spoiled) writeSync(handle, bytes, 0, bytes.length, at)
  } finally {
    closeSync(handle)
  }
}
