import {
  closeSync,
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
import { fingerprintOf } from '../../electron/catalog/content-fingerprint'
import type { MarkedProduct } from '../../electron/reviews/write/mark'
import type { ReviewMethods } from '../../electron/reviews/protocol'
import { createReviewSide } from '../../electron/reviews/thread-methods'
import type { InputOf, MethodName, OutputOf } from '../../electron/database/thread-protocol'
import { seeded } from '../../scripts/demo-store/random'

/** How a campaign of damage goes. */
export interface DamageOptions {
  /** Files that are damaged. */
  files: number
  /** The same seed damages the same bytes. */
  seed: number
  /** Reviews in each file, of which the backup holds half. */
  reviews?: number
}

/** What came of it. */
export interface DamageCounts {
  files: number
  /** Files that did not open as they were: each was mended. */
  damaged: number
  /** Files that could not be opened, read or written after all, with what was said; none is right. */
  failed: string[]
  /** Reviews of all files, and those of them that are not there afterwards. */
  reviews: number
  lost: number
  /** Reviews that are not there although the backup had them; none is right. */
  lostOfBackup: number
  /** The most reviews that one file lost, by how many bytes were damaged. */
  mostLost: Record<number, number>
}

/** Bytes that are damaged in a file, in turn. */
const sizes = [1, 16, 512] as const
const id = 'shop'
const at = Date.UTC(2026, 10, 3, 10)

/**
 * Writes random bytes over copies of a healthy file of reviews that has a backup, opens each as the app does, and counts what is there
 * afterwards. Takes 0.1 to 0.4 s for a file.
 */
export function damageCampaign({ files, seed, reviews = 2000 }: DamageOptions): DamageCounts {
  const place = mkdtempSync(join(tmpdir(), 'vitrine-damage-'))
  const counts: DamageCounts = {
    files,
    damaged: 0,
    failed: [],
    reviews: files * reviews,
    lost: 0,
    lostOfBackup: 0,
    mostLost: {}
  }
  try {
    const healthy = join(place, 'healthy')
    fill(healthy, reviews)
    const random = seeded(seed)
    for (let file = 0; file < files; file++) {
      const bytes = sizes[file % sizes.length] ?? 1
      const folder = join(place, `file-${file}`)
      cpSync(healthy, folder, { recursive: true })
      spoil(join(folder, 'reviews.sqlite'), bytes, random)
      count(counts, folder, { reviews, bytes, name: `file ${file} of seed ${seed}, ${bytes} bytes` })
      rmSync(folder, { recursive: true })
    }
    return counts
  } finally {
    rmSync(place, { recursive: true })
  }
}

const product = (number: number): string => `product-${String(number).padStart(5, '0')}`

function seenProduct(number: number): MarkedProduct {
  const content = { name: `Lamp ${number}`, price: number, description: 'A lamp', image: null }
  return { id: product(number), contentFingerprint: fingerprintOf(content), content }
}

/** Half of the reviews are in the backup that is made when the file is closed first; the second close makes none. */
function fill(folder: string, reviews: number): void {
  mkdirSync(folder, { recursive: true })
  const half = reviews / 2
  for (const [from, to] of [
    [0, half],
    [half, reviews]
  ] as const) {
    const desk = openDesk(folder)
    // One transaction marks a hundred; every hundredth has a note instead.
    for (let first = from; first < to; first += 100) {
      const [noted = 0, ...marked] = Array.from({ length: Math.min(100, to - first) }, (_, n) => first + n)
      desk.ask('mark', { mark: 'approved', by: 'Ada', at: at + first, products: marked.map(seenProduct) })
      const note = `Note of ${noted}`
      desk.ask('note', { product: product(noted), note, by: 'Ada', at: at + noted })
    }
    desk.close()
  }
  const backups = join(folder, 'reviews-backups')
  const [, newest = ''] = readdirSync(backups).sort()
  rmSync(join(backups, newest))
}

function count(
  counts: DamageCounts,
  folder: string,
  { reviews, bytes, name }: { reviews: number; bytes: number; name: string }
): void {
  try {
    const desk = openDesk(folder)
    if (desk.isMended) counts.damaged++
    let lost = 0
    for (let number = 0; number < reviews; number++) {
      const review = desk.ask('of', { productId: product(number) })
      if (review.markEntry > 0 || review.noteEntry > 0) continue
      lost++
      if (number < reviews / 2) counts.lostOfBackup++
    }
    counts.lost += lost
    counts.mostLost[bytes] = Math.max(counts.mostLost[bytes] ?? 0, lost)
    desk.ask('log', { product: null, before: null, limit: 200 })
    desk.ask('note', { product: 'after', note: 'Written after the damage', by: 'Ada', at: at + reviews })
    desk.ask('undo', { entry: null, by: 'Ada', at: at + reviews + 1 })
    desk.close()
    const again = openDesk(folder)
    again.close()
    if (again.isMended) throw new Error('it is still damaged')
  } catch (error) {
    counts.failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

type Ask = <Name extends MethodName<ReviewMethods>>(
  method: Name,
  input: InputOf<ReviewMethods, Name>
) => OutputOf<ReviewMethods, Name>

interface Desk {
  /** Whether the file had to be mended. */
  isMended: boolean
  /** Throws what the app would tell. */
  ask: Ask
  close(): void
}

/** The reviews of a folder, opened as the app opens them (review-files.ts). */
function openDesk(folder: string): Desk {
  const side = createReviewSide()
  const ask: Ask = (method, input) => {
    const answer = side[method](id, input)
    if (answer instanceof Promise) throw new Error('it answers at once')
    if (!answer.ok) throw new Error(`${method}: ${answer.failure.facts.reason ?? answer.failure.code}`)
    return answer.value
  }
  const place = { folder, removedFolder: join(folder, 'none'), store: null, at: at + 1_000_000 }
  let { state } = ask('open', place)
  const isMended = state === 'broken'
  if (isMended) ({ state } = ask('mend', place))
  if (state === 'broken') ({ state } = ask('recover', place))
  if (state !== 'ready') throw new Error(`it is ${state}`)
  return { isMended, ask, close: () => void ask('close', { at: at + 2_000_000 }) }
}

function spoil(file: string, bytes: number, random: () => number): void {
  const { size } = statSync(file)
  const handle = openSync(file, 'r+')
  try {
    for (let byte = 0; byte < bytes; byte++) {
      writeSync(handle, Buffer.of(Math.floor(random() * 256)), 0, 1, Math.floor(random() * size))
    }
  } finally {
    closeSync(handle)
  }
}
