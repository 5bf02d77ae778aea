import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ok, type Result } from '../../../../../../electron/contract/failure'
import type { Product, ProductPage } from '../../../../../../electron/contract/product'
import type { KnownMarks } from '../../../../../../renderer/features/review/session/queue-items'
import { pageLength, QueueWindow } from '../../../../../../renderer/features/review/session/queue-window'
import { product, productPage } from '../../products/table/builders'

/** A queue as the copy has it: ids in order, of which some have been marked and are not in it anymore. */
class Queue {
  ids: string[]
  readonly marked = new Set<string>()
  /** Products that are no longer what they were. */
  readonly seen = new Map<string, string>()
  /** Products whose marks are not saved yet. */
  readonly beingSaved = new Set<string>()

  constructor(size: number) {
    this.ids = Array.from({ length: size }, (_, index) => `p-${index + 1}`)
  }

  get listed(): string[] {
    return this.ids.filter((id) => !this.marked.has(id))
  }

  readonly read = (page: number): Promise<Result<ProductPage>> => {
    const { listed } = this
    const here = listed.slice((page - 1) * pageLength, page * pageLength)
    const items = here.map((id) => product({ id, contentFingerprint: this.seen.get(id) ?? 'as it was' }))
    const size = { totalItems: listed.length, totalPages: Math.ceil(listed.length / pageLength) }
    return Promise.resolve(ok(productPage({ page, limit: pageLength, pageSize: pageLength, items, ...size })))
  }

  readonly marks: KnownMarks = {
    stateOf: ({ id }: Product) => (this.marked.has(id) ? 'approved' : 'unreviewed'),
    includes: (state) => state !== 'approved',
    forget: (id) => this.marked.delete(id),
    waitsForSave: (id) => this.beingSaved.has(id)
  }

  line(): QueueWindow {
    return new QueueWindow(this.read, this.marks)
  }
}

const ids = (line: QueueWindow): string[] => line.products.map(({ id }) => id)

/** Reads on until the end. */
async function readAll(line: QueueWindow): Promise<void> {
  while (!line.hasEnd) expect((await line.readOn()).ok).toBe(true)
}

describe('the line of a queue', () => {
  it('goes through all of a queue of which every product leaves when it is marked', async () => {
    const queue = new Queue(100)
    const line = queue.line()
    await line.begin(1, null)
    for (let index = 0; index < 100; index += 1) {
      const id = line.products[index]?.id
      expect(id).toBe(`p-${index + 1}`)
      if (id) queue.marked.add(id)
      if (index === line.products.length - 1) await line.readOn()
    }
    await readAll(line)
    expect(ids(line)).toEqual(queue.ids)
  })

  it('passes over none when every other product is left unmarked', async () => {
    const queue = new Queue(205)
    const line = queue.line()
    await line.begin(1, null)
    for (let index = 0; index < line.products.length; index += 1) {
      if (index % 2 === 0) queue.marked.add(`p-${index + 1}`)
      if (index >= line.products.length - 5 && !line.hasEnd) await line.readOn()
    }
    expect(ids(line)).toEqual(queue.ids)
  })

  it('begins at the product where a person stopped, with those before it at hand', async () => {
    const queue = new Queue(200)
    const line = queue.line()
    expect(await line.begin(120, 'p-120')).toEqual(ok(39))
    expect(ids(line)[0]).toBe('p-81')
    expect(line.first).toBe(81)
    expect(await line.readBack()).toEqual(ok(pageLength))
    expect(ids(line)[0]).toBe('p-41')
    await line.readBack()
    expect(line.hasStart).toBe(true)
    await readAll(line)
    expect(ids(line)).toEqual(queue.ids)
  })

  it('finds the product where a person stopped after others before it were marked elsewhere', async () => {
    const queue = new Queue(200)
    for (let n = 1; n <= 30; n += 1) queue.marked.add(`p-${n}`)
    const line = queue.line()
    const begun = await line.begin(120, 'p-120')
    expect(begun.ok && ids(line)[begun.value]).toBe('p-120')
  })

  it('begins at the nearest place when that product has left the queue', async () => {
    const queue = new Queue(200)
    queue.marked.add('p-120')
    const line = queue.line()
    const begun = await line.begin(120, 'p-120')
    expect(begun.ok && ids(line)[begun.value]).toBe('p-121')
  })

  it('begins with the last product when the queue ends before the place', async () => {
    const line = new Queue(90).line()
    const begun = await line.begin(500, 'gone')
    expect(begun.ok && ids(line)[begun.value]).toBe('p-90')
  })

  it('has nothing to begin with in an empty queue', async () => {
    expect(await new Queue(0).line().begin(7, 'p-7')).toEqual(ok(-1))
  })

  it('takes in what came to the queue behind the last product', async () => {
    const queue = new Queue(10)
    const line = queue.line()
    await line.begin(1, null)
    await readAll(line)
    queue.ids.push('new')
    line.reopen()
    expect(await line.readOn()).toEqual(ok(1))
    expect(ids(line).at(-1)).toBe('new')
  })

  it('brings a product that was marked and then changed at its end, in place of where it was', async () => {
    const queue = new Queue(5)
    const line = queue.line()
    await line.begin(1, null)
    for (const id of queue.ids) queue.marked.add(id)
    await readAll(line)
    queue.seen.set('p-2', 'as it is now')
    // The copy has it as changed since approved; the line still knows it as approved.
    const listed = ['p-2']
    Object.defineProperty(queue, 'listed', { get: () => listed })
    line.reopen()
    expect(await line.readOn()).toEqual(ok(1))
    expect(ids(line)).toEqual(['p-1', 'p-3', 'p-4', 'p-5', 'p-2'])
  })

  it('leaves a product that is on screen where it is, though it changed', async () => {
    const queue = new Queue(3)
    const line = queue.line()
    await line.begin(1, null)
    queue.marked.add('p-2')
    queue.seen.set('p-2', 'as it is now')
    Object.defineProperty(queue, 'listed', { get: () => ['p-1', 'p-2', 'p-3'] })
    line.reopen()
    expect(await line.readOn(() => 'p-2')).toEqual(ok(0))
    expect(ids(line)).toEqual(['p-1', 'p-2', 'p-3'])
  })

  it('leaves a product whose mark is being saved where it is and as it was, though it changed', async () => {
    const queue = new Queue(3)
    const line = queue.line()
    await line.begin(1, null)
    queue.marked.add('p-2')
    queue.beingSaved.add('p-2')
    queue.seen.set('p-2', 'as it is now')
    Object.defineProperty(queue, 'listed', { get: () => ['p-1', 'p-2', 'p-3'] })
    line.reopen()
    expect(await line.readOn()).toEqual(ok(0))
    expect(line.put(product({ id: 'p-2', contentFingerprint: 'as it is now' }))).toBe(true)
    expect(line.products.map(({ contentFingerprint }) => contentFingerprint)).toEqual(
      Array<string>(3).fill('as it was')
    )
    queue.beingSaved.clear()
    line.reopen()
    await line.readOn()
    expect(ids(line)).toEqual(['p-1', 'p-3', 'p-2'])
  })

  it('goes on behind its last product when so many were put in before it that it stands pages further on', async () => {
    const queue = new Queue(200)
    const line = queue.line()
    await line.begin(1, null)
    const returned = Array.from({ length: 100 }, (_, index) => `back-${index}`)
    queue.ids = [...queue.ids.slice(0, 3), ...returned, ...queue.ids.slice(3)]
    await readAll(line)
    expect(ids(line).toSorted()).toEqual(queue.ids.toSorted())
  })

  it('says why it cannot go on, and goes on once it can', async () => {
    const queue = new Queue(60)
    let isBroken = false
    const line = new QueueWindow(
      (page) =>
        isBroken
          ? Promise.resolve({ ok: false, failure: { code: 'internal', facts: {} } })
          : queue.read(page),
      queue.marks
    )
    await line.begin(1, null)
    isBroken = true
    expect((await line.readOn()).ok).toBe(false)
    isBroken = false
    expect(await line.readOn()).toEqual(ok(20))
  })

  it('repeats none and passes over none, whatever is marked, dropped and added behind', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('mark' as const), at: fc.nat(300) }),
      fc.record({ do: fc.constant('unmark' as const), at: fc.nat(300) }),
      fc.record({ do: fc.constant('drop' as const), at: fc.nat(300) }),
      fc.record({ do: fc.constant('add' as const), at: fc.nat(300) }),
      fc.record({ do: fc.constant('read' as const), at: fc.nat(300) })
    )
    const steps = fc.array(step, { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 250 }), steps, async (size, todo) => {
        const queue = new Queue(size)
        const line = queue.line()
        await line.begin(1, null)
        for (const [index, { do: what, at }] of todo.entries()) {
          const seen = line.products[at % Math.max(1, line.products.length)]?.id ?? ''
          if (what === 'mark') queue.marked.add(seen)
          if (what === 'unmark') queue.marked.delete(seen)
          if (what === 'drop') queue.ids = queue.ids.filter((id) => id !== seen)
          if (what === 'add') queue.ids.push(`new-${index}`)
          if (what === 'read') await line.readOn()
        }
        line.reopen()
        await readAll(line)
        const all = ids(line)
        expect(new Set(all).size).toBe(all.length)
        expect(queue.listed.filter((id) => !all.includes(id))).toEqual([])
      }),
      { numRuns: 150 }
    )
  })
})
