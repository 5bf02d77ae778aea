import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { bundle, threadFile } from '../../support/threads'
import { holdOpen } from '../../support/open-files'
import { testFolder } from '../../support/folder'
import { openDesk, take } from './review-thread'
import { scribble } from './open-side'

const asked = { connectionId: 'shop', productId: 'a' }

describe('what was saved', () => {
  it('fault 88, 96: is there after kill -9, and so is what was being typed', async () => {
    const folder = testFolder()
    const fileOf = await bundle({ child: 'tests/unit/reviews/reviewing-process.ts' })
    const args = [fileOf('child'), join(folder, 'shop'), threadFile('reviews')]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    for await (const line of createInterface(child.stdout)) {
      expect(line).toBe('saved')
      child.kill('SIGKILL')
    }
    expect(await ended).toEqual([null, 'SIGKILL'])
    const desk = openDesk({ folder })
    expect(take(await desk.reviews.of(asked))).toMatchObject({
      mark: 'approved',
      note: 'Saved',
      markedBy: 'Ada',
      notedBy: 'Ada',
      draft: 'What I was typing'
    })
    expect(take(await desk.reviews.takeNotice('shop'))).toBeNull()
  })
})

/** A thread that does as the one of reviews, until a note says that it is to die. */
function mortal(folder: string): string {
  const file = join(folder, 'mortal.mjs')
  const entry = JSON.stringify(pathToFileURL(threadFile('reviews')).href)
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ input }) => { if (input?.note === 'die') process.exit(1) })
     await import(${entry})`
  )
  return file
}

describe('the thread of reviews', () => {
  it('fault 89: that dies fails the calls that wait, and the next call finds all that was saved', async () => {
    const folder = testFolder()
    const desk = openDesk({ folder, threadFile: mortal(folder) })
    take(await desk.note('a', 'Saved'))
    const failed = await Promise.all([desk.note('a', 'die'), desk.note('a', 'Waits')])
    expect(failed).toMatchObject([{ failure: { code: 'internal' } }, { failure: { code: 'internal' } }])
    expect(take(await desk.reviews.of(asked))).toMatchObject({ note: 'Saved' })
    expect(take(await desk.note('a', 'Goes on'))).toMatchObject({ note: 'Goes on' })
  })

  it('is not asked anymore once it is closed', async () => {
    const desk = openDesk()
    take(await desk.note('a', 'Saved'))
    await desk.close()
    expect(await desk.note('a', 'Late')).toMatchObject({ failure: { code: 'cancelled' } })
    expect(readdirSync(join(desk.folder, 'shop')).sort()).toEqual([
      'reviews-backups',
      'reviews.sqlite',
      'store.json'
    ])
    expect(readdirSync(join(desk.folder, 'shop', 'reviews-backups'))).toHaveLength(1)
  })
})

describe('a file that turns out to be damaged', () => {
  it('fault 83: while it is open is mended, the call is answered, and lists let go of it meanwhile', async () => {
    const folder = testFolder()
    const first = openDesk({ folder })
    take(await first.note('a', 'In the backup'))
    // More than is held in memory once it was read.
    const long = 'long '.repeat(3800)
    for (let n = 0; n < 200; n++) take(await first.note(`p${n}`, long))
    await first.close()
    const desk = openDesk({ folder })
    take(await desk.reviews.of(asked))
    desk.copy.told.length = 0
    scribble(join(folder, 'shop', 'reviews.sqlite'), 0.3, 1)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => desk.reviews.of({ connectionId: 'shop', productId: `p${n}` }))
    )
    expect(answers.map((answer) => take(answer).note)).toEqual(Array(200).fill(long))
    expect(desk.copy.told).toEqual(['release', 'any'])
    expect(take(await desk.reviews.takeNotice('shop'))).toMatchObject({ kind: 'restored' })
    expect(take(await desk.reviews.takeNotice('shop'))).toBeNull()
  })

  it('fault 84: is mended as soon as its connection is looked at', async () => {
    const folder = testFolder()
    mkdirSync(join(folder, 'shop'))
    writeFileSync(join(folder, 'shop', 'reviews.sqlite'), '')
    const desk = openDesk({ folder })
    desk.reviews.follow(['shop'], 'shop')
    expect(take(await desk.reviews.takeNotice('shop'))).toMatchObject({ kind: 'restored', backupAt: null })
    expect(desk.copy.told).toEqual(['release', 'any'])
    expect(desk.events).toEqual([null])
  })
})

describe('a backup', () => {
  it('fault 111: is restored once whoever else reads the file has let go of it', async () => {
    const folder = testFolder()
    const first = openDesk({ folder })
    take(await first.note('a', 'In the backup'))
    await first.close()
    const told: string[] = []
    let letGo: () => void = () => undefined
    const readers = {
      release(id: string): Promise<void> {
        told.push(`release ${id}`)
        letGo()
        return Promise.resolve()
      },
      replaced: (id: string): void => void told.push(`replaced ${id}`)
    }
    const desk = openDesk({ folder, readers })
    take(await desk.note('a', 'Later'))
    const [backup] = take(await desk.reviews.backups('shop'))
    letGo = holdOpen(join(folder, 'shop', 'reviews.sqlite'))
    take(await desk.reviews.restore({ connectionId: 'shop', backup: backup?.name ?? '' }))
    expect(take(await desk.reviews.of(asked))).toMatchObject({ note: 'In the backup' })
    expect(told).toEqual(['release shop', 'replaced shop'])
  })
})

describe('a connection', () => {
  it('that is removed takes no reviews along: the same store has them again', async () => {
    let store: string | null = 'https://shop.example'
    const desk = openDesk({ store: () => store })
    desk.reviews.follow(['shop'], 'shop')
    take(await desk.note('a', 'Precious'))
    store = null
    await desk.reviews.leave('shop')
    expect(existsSync(join(desk.folder, 'shop', 'reviews.sqlite'))).toBe(false)
    store = 'https://other.example'
    desk.reviews.follow(['shop'], 'shop')
    expect(take(await desk.reviews.of(asked))).toMatchObject({ note: '' })
    store = null
    await desk.reviews.leave('shop')
    store = 'https://shop.example'
    desk.reviews.follow(['shop'], 'shop')
    expect(take(await desk.reviews.of(asked))).toMatchObject({ note: 'Precious' })
    expect(take(await desk.reviews.takeNotice('shop'))).toEqual({ kind: 'back', reviews: 1 })
  })

  it('that points at another store keeps its reviews', async () => {
    let store = 'https://shop.example'
    const desk = openDesk({ store: () => store })
    take(await desk.note('a', 'Precious'))
    store = 'https://new.example'
    await desk.reviews.leave('shop')
    expect(take(await desk.reviews.of(asked))).toMatchObject({ note: 'Precious' })
  })
})
