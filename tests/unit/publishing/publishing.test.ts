import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CarrierFailure, maxSegmentBytes, type PlaceCarrier } from '../../../electron/team/carriers/carrier'
import { createFolderCarrier } from '../../../electron/team/carriers/folder'
import { eventually } from '../../support/eventually'
import { publishedAt, startTeam, takesOver, type PublishingDevice } from './publishing-device'

const odd = (at: number): object => {
  if (at % 50 === 7) return { id: null, name: `Nameless ${at}` }
  if (at % 50 === 9) return { id: 'P-3', name: `Three again ${at}` }
  if (at % 50 === 11)
    return { price: '12', description: 'x'.repeat(30_000), image: `https://pictures.example/${at}.jpg` }
  return {}
}

/** Ana has published a store's catalog, for the first time. Ben is in her team, as is whoever `joins`. */
async function startPublished(products: number, change: (at: number) => object = () => ({})) {
  const { join: joins, ...team } = startTeam()
  team.store.fill(products, change)
  const [ana, ben] = [joins('Ana'), joins('Ben')]
  await ana.publishFirst()
  return { ...team, ana, ben, joins }
}

describe('A published catalog', () => {
  it('reaches a colleague without one request to the store, and is the same there: unreadable items, duplicates and flags too', async () => {
    const { ana, ben, store } = await startPublished(2345, odd)
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
    expect(ben.state.last).toMatchObject({
      products: ana.state.last?.products,
      setAside: ana.state.last?.setAside
    })
  })

  it('is followed by what changed: new, edited, moved and gone products are the same, and in Changes', async () => {
    const { ana, ben, store, clock, place } = await startPublished(2345, odd)
    await takesOver(ben, store)
    const [first] = publishedAt(place, ana.key.device)
    clock.pass(60)
    const items = store.items as Record<string, unknown>[]
    items.splice(100, 3)
    items.push(...items.splice(200, 1))
    items.unshift({ ...items[5], id: 'P-new', price: 1 })
    items[900] = { ...items[900], price: 99.5 }
    await ana.publish()
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
    expect(ben.changes()).toEqual(ana.changes())
    expect(ben.changes()).toEqual(expect.arrayContaining(['P-new new', 'P-100 gone', 'P-903 changed price']))
    const bytes = (name: number): number =>
      statSync(join(place, 'catalog', ana.key.device, `${name}.vseg`)).size
    const sequences = publishedAt(place, ana.key.device).map(({ sequence }) => sequence)
    expect(bytes(sequences.at(-1) ?? 0)).toBeLessThan(bytes(first?.sequence ?? 0) / 5)
  })

  it('is new where only its time is: nothing is asked again, and nothing happens twice', async () => {
    const { ana, ben, store, clock } = await startPublished(120)
    await takesOver(ben, store)
    const { run } = await ben.sync()
    expect(run).toBe(1)
    clock.pass(60)
    await ana.publish()
    await takesOver(ben, store)
    expect(ben.state.last).toMatchObject({ run: 2, added: 0, changed: 0, gone: 0 })
  })

  it('that is the same again is noted to be, and no page of it is saved; what somebody has looked at since is', async () => {
    const { ana, ben, store, clock } = await startPublished(3000, odd)
    await takesOver(ben, store)
    const [list, commits] = [ben.list(), ben.copy.commits()]
    for (let hour = 0; hour < 3; hour++) {
      clock.pass(60)
      await ana.publish()
    }
    await takesOver(ben, store)
    expect(ben.copy.commits()).toBe(commits)
    expect(ben.list()).toEqual(list)
    const { last } = ben.state
    expect(last).toMatchObject({ run: 2, products: ana.state.last?.products, added: 0, changed: 0, gone: 0 })
    const facts = await ben.copy.facts('c')
    expect(facts).toMatchObject({ value: { coverage: { state: 'complete', asOf: last?.from?.at } } })
    expect(last?.from?.at).toBe(clock.at)

    // As after a restart, too, which knows the run from the catalog alone.
    ben.restart()
    clock.pass(60)
    await ana.publish()
    await takesOver(ben, store)
    expect(ben.state.last).toMatchObject({ run: 3 })
    expect(ben.list()).toEqual(list)

    // Somebody has looked at a page, where the store had something else for a moment.
    await ben.copy.save('c', ben.lookAt([{ ...(store.items[0] as object), price: 77 }]), clock.at + 1)
    clock.pass(60)
    await ana.publish()
    await takesOver(ben, store)
    expect(ben.list()).toEqual(list)
    expect(ben.state.last).toMatchObject({ run: 4, changed: 1 })

    // And what changes after that is taken over as ever.
    clock.pass(60)
    Object.assign(store.items[5] as object, { price: 99.5 })
    await ana.publish()
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
  })

  it('fault 146: that is older than twice the schedule is not waited for: the store is asked again', async () => {
    const { ana, ben, store, clock } = await startPublished(120)
    clock.pass(119)
    await takesOver(ben, store)
    clock.pass(2)
    const before = store.requests
    expect(await ben.sync()).toMatchObject({ outcome: 'complete', from: null })
    expect(store.requests).toBeGreaterThan(before)
    clock.pass(1)
    await ana.publish()
    clock.pass(1)
    await takesOver(ben, store)
  })

  it('fault 146: the store is asked as soon as the publisher says that it publishes no more, or leaves', async () => {
    const { ana, ben, store, clock, place } = await startPublished(120)
    await takesOver(ben, store)
    await ana.publishing.forget('c')
    clock.pass(2)
    expect(await ben.sync()).toMatchObject({ from: null })
    expect(publishedAt(place, ana.key.device)).toHaveLength(1)
    expect(await ben.publishing.state('c')).toMatchObject({ value: { isHere: false, newest: null } })
  })

  it('is no younger than since when it is there, whatever the clock of its publisher says', async () => {
    const { store, clock, join: joins } = startTeam()
    store.fill(120)
    const [ana, ben] = [joins('Ana'), joins('Ben')]
    clock.pass(24 * 60)
    await ana.publishFirst()
    clock.pass(-24 * 60)
    await takesOver(ben, store)
    clock.pass(121)
    expect(await ben.sync()).toMatchObject({ from: null })
  })

  it('is taken over from another device only where that is said, and then from there alone', async () => {
    const { ana, ben, store, clock, joins } = await startPublished(120)
    const cleo = joins('Cleo')
    expect(await ben.publishing.set('c', true, false)).toMatchObject({
      ok: false,
      failure: { code: 'input-invalid', facts: { field: 'publisher', reason: 'Ana' } }
    })
    await takesOver(ben, store)
    clock.pass(1)
    await ben.publishFirst(true)
    clock.pass(2)
    expect(await cleo.sync()).toMatchObject({ from: { by: 'Ben' } })
    ana.publishing.exchanged('c')
    await eventually(async () =>
      expect(await ana.publishing.state('c')).toMatchObject({
        value: { isHere: false, newest: { by: 'Ben' } }
      })
    )
  })

  it('of a device that was removed from the team is ignored', async () => {
    const { ana, ben, store, clock } = await startPublished(120)
    ben.removed.add(ana.key.device)
    expect(await ben.sync()).toMatchObject({ from: null })
    ben.removed.clear()
    clock.pass(61)
    await ana.publish()
    clock.pass(1)
    await takesOver(ben, store)
  })

  it('of another store is refused', async () => {
    const { store, join: joins } = startTeam()
    store.fill(120)
    const [ana, ben] = [joins('Ana'), joins('Ben')]
    ana.address = { baseUrl: 'https://other.example', apiPath: '/api' }
    await ana.publishFirst()
    expect(await ben.sync()).toMatchObject({ from: null })
  })
})

describe('What is at the team’s place', () => {
  const partOf = (place: string, device: string, sequence: number): string =>
    join(place, 'catalog', device, `${sequence}.vseg`)

  /** Rewrites the text of a part; what is signed is another then. */
  function edit(file: string, change: (text: string) => string): void {
    writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString())))
  }

  it.each([
    ['a product was edited', (text: string) => text.replace('Product 4', 'Product X')],
    ['the signature is another', (text: string) => text.replace(/"signature":".../, '"signature":"AAA')],
    ['its device is another', (text: string) => text.replace(/"device":"......../, '"device":"00000000')],
    ['it is cut off', (text: string) => text.slice(0, -300)]
  ])('fault 143: is refused where %s, and the store is asked', async (_, change) => {
    const { ana, ben, place } = await startPublished(120)
    edit(partOf(place, ana.key.device, 1), change)
    expect(await ben.sync()).toMatchObject({ outcome: 'complete', from: null })
    expect(ben.copy.listed()).toHaveLength(120)
  })

  it('fault 147: is kept and told of where a newer version wrote it', async () => {
    const { ana, ben, place } = await startPublished(120)
    const file = partOf(place, ana.key.device, 1)
    edit(file, (text) => text.replace('"version":1', '"version":2'))
    const bytes = readFileSync(file)
    expect(await ben.sync()).toMatchObject({ from: null })
    expect(await ben.publishing.state('c')).toMatchObject({ value: { problem: 'newer' } })
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it('is in parts of at most 4 MB, whatever is in them, and replaced when what is built on it outgrew it', async () => {
    const { store, clock, place, join: joins } = startTeam()
    // Hashes, which no compression makes shorter.
    const image = (at: number): string =>
      `https://pictures.example/${Array.from({ length: 90 }, (_, part) => hash('sha512', `${at} ${part}`, 'base64url')).join('')}`
    const fill = (round: number): void =>
      store.fill(1500, (at) => ({ image: image(at + (at % 3 === 0 ? 0 : round * 10_000)) }))
    fill(0)
    const [ana, ben] = [joins('Ana'), joins('Ben')]
    await ana.publishFirst()
    const first = publishedAt(place, ana.key.device)
    expect(first.length).toBeGreaterThan(2)
    for (let round = 1; round <= 3; round++) {
      clock.pass(60)
      fill(round)
      await ana.publish()
    }
    const names = publishedAt(place, ana.key.device)
    // The first snapshot has been replaced, and with it goes what was built on it.
    expect(names[0]?.sequence).toBeGreaterThan(first.length)
    for (const { sequence } of names) {
      expect(statSync(partOf(place, ana.key.device, sequence)).size).toBeLessThanOrEqual(maxSegmentBytes)
    }
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
  })
})

describe('A disk to which what is known of publishing cannot be written (fault 81)', () => {
  const spoil = ({ root }: PublishingDevice): void =>
    void mkdirSync(join(root, 'state.json'), { recursive: true })
  const denied = { ok: false, failure: { code: 'storage-failed', facts: { disk: 'denied' } } }

  it('fails to make a device the publisher, and says so', async () => {
    const { join: joins } = startTeam()
    const ana = joins('Ana')
    spoil(ana)
    expect(await ana.publishing.set('c', true, false)).toMatchObject(denied)
    expect(await ana.publishing.state('c')).toMatchObject({ value: { isHere: false } })
  })

  it('lets a publisher end all the same until the next start, and says so', async () => {
    const { ana, ben, store, clock } = await startPublished(120)
    await takesOver(ben, store)
    rmSync(join(ana.root, 'state.json'))
    spoil(ana)
    expect(await ana.publishing.set('c', false, false)).toMatchObject(denied)
    clock.pass(2)
    expect(await ben.publishing.newest('c', Infinity, new AbortController().signal)).toBeNull()
  })

  it('is nothing in the way of what colleagues publish', async () => {
    const { ben, store } = await startPublished(120)
    spoil(ben)
    await takesOver(ben, store)
    expect(await ben.publishing.state('c')).toMatchObject({ value: { problem: null, newest: { by: 'Ana' } } })
  })
})

describe('An interruption', () => {
  /** A folder's carrier whose catalogs fail from a number of calls on. */
  function failing(place: string, counts: { appends: number; reads: number }): PlaceCarrier {
    const carrier = createFolderCarrier(place)
    const { catalog } = carrier
    const spend = (what: keyof typeof counts): void => {
      if (counts[what]-- <= 0) throw new CarrierFailure('unreachable', 'the drive is gone')
    }
    return {
      ...carrier,
      catalog: {
        ...catalog,
        append: async (...part) => {
          spend('appends')
          await catalog.append(...part)
        },
        read: async (...part) => {
          spend('reads')
          return catalog.read(...part)
        }
      }
    }
  }
  const large = (at: number): object => ({ description: `${at} `.repeat(2500) })

  it('of publishing leaves what was published before; it is ended later, after a restart as well', async () => {
    const { store, clock, place, join: joins } = startTeam()
    store.fill(1500, large)
    const counts = { appends: Infinity, reads: Infinity }
    const [ana, ben] = [joins('Ana', failing(place, counts)), joins('Ben')]
    await ana.publishFirst()
    await takesOver(ben, store)
    const before = ben.list()
    clock.pass(60)
    store.fill(1500, (at) => ({ description: `${at} other `.repeat(1500) }))
    counts.appends = 1
    await ana.sync()
    expect((await ana.publishing.publish('c')).ok).toBe(false)
    clock.pass(2)
    // What is half there is not seen at all.
    expect((await ben.sync()).run).toBe(1)
    expect(ben.list()).toEqual(before)
    ana.restart()
    counts.appends = Infinity
    expect((await ana.publishing.publish('c')).ok).toBe(true)
    clock.pass(2)
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
  })

  it('of having it keeps the parts that came: only the others are read the next time', async () => {
    const { store, clock, place, join: joins } = startTeam()
    store.fill(1500, large)
    const counts = { appends: Infinity, reads: 3 }
    const [ana, ben] = [joins('Ana'), joins('Ben', failing(place, counts))]
    await ana.publishFirst()
    const parts = publishedAt(place, ana.key.device).length
    expect(parts).toBeGreaterThan(3)
    // One was read to see what it is.
    expect(await ben.sync()).toMatchObject({ from: null })
    clock.pass(60)
    await ana.publish()
    clock.pass(2)
    counts.reads = parts
    await takesOver(ben, store)
    expect(counts.reads).toBe(0)
    expect(ben.list()).toEqual(ana.list())
  })

  it('of taking it over is resumed where it was, and no product counts as gone before its end', async () => {
    const { ana, ben, store, clock } = await startPublished(30_000)
    await takesOver(ben, store)
    clock.pass(60)
    store.items.splice(0, 100)
    store.items = store.items.map((item) => ({ ...(item as object), price: 5 }))
    await ana.publish()
    clock.pass(1)
    let pages = 0
    ben.beforePage = () => {
      pages++
      if (pages === 14) ben.copy.kill()
    }
    ben.syncs.start('c')
    await eventually(() => expect(pages).toBe(14))
    ben.restart()
    expect(ben.copy.gone()).toEqual([])
    pages = 0
    ben.beforePage = () => pages++
    await takesOver(ben, store)
    expect(pages).toBeLessThan(10)
    expect(ben.list()).toEqual(ana.list())
    expect(ben.copy.gone()).toHaveLength(100)
    expect(ben.state.last).toMatchObject({ run: 2, gone: 100 })
  })

  it('by a newer publication begins anew with that', async () => {
    const { ana, ben, store, clock } = await startPublished(8000)
    let pages = 0
    ben.beforePage = () => {
      pages++
      if (pages === 3) ben.copy.kill()
    }
    ben.syncs.start('c')
    await eventually(() => expect(pages).toBe(3))
    ben.restart()
    ben.beforePage = () => undefined
    clock.pass(60)
    store.items.splice(0, 100)
    await ana.publish()
    clock.pass(2)
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
  })

  it('by a person who looks at the store meanwhile leaves the catalog as it was published', async () => {
    const { ana, ben, store } = await startPublished(8000)
    const published = store.items
    let looked = false
    ben.beforePage = () => {
      if (looked) return
      looked = true
      void ben.copy.save('c', ben.lookAt(published.slice(0, 50).reverse()), 1)
    }
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
  })
})

describe('A list of which much is missing', () => {
  /** A person says to the publisher that the list is right. */
  async function publishesConfirmed(publisher: PublishingDevice): Promise<void> {
    publisher.syncs.start('c')
    await eventually(() => expect(publisher.state.phase).toBe('asking'))
    publisher.syncs.answerDrop('c', true)
    await eventually(() => expect(publisher.state.phase).toBe('idle'))
    expect((await publisher.publishing.publish('c')).ok).toBe(true)
  }

  it('is asked about here, unless a person has said to the publisher that it is right', async () => {
    const { ana, ben, store, clock, joins } = await startPublished(1000)
    const cleo = joins('Cleo')
    await takesOver(ben, store)
    await takesOver(cleo, store)
    clock.pass(60)
    store.items.splice(0, 800)
    await publishesConfirmed(ana)
    clock.pass(2)
    await takesOver(ben, store)
    expect(ben.copy.gone()).toHaveLength(800)
    expect(ben.list()).toEqual(ana.list())
    // A device that never had the long list publishes the short one: nobody has confirmed that.
    const dan = joins('Dan')
    cleo.removed.add(ana.key.device)
    await dan.publishFirst(true)
    clock.pass(2)
    cleo.syncs.start('c')
    await eventually(() => expect(cleo.state.phase).toBe('asking'))
    cleo.syncs.answerDrop('c', false)
    await eventually(() => expect(cleo.state.last?.outcome).toBe('declined'))
    expect(cleo.copy.listed()).toHaveLength(1000)
  })

  it('that is empty is empty here as well, once confirmed', async () => {
    const { ana, ben, store, clock } = await startPublished(30)
    await takesOver(ben, store)
    clock.pass(60)
    store.items = []
    await publishesConfirmed(ana)
    clock.pass(2)
    await takesOver(ben, store)
    expect(ben.copy.listed()).toEqual([])
    expect(ben.list()).toEqual(ana.list())
  })
})

describe('A publisher that does not know its last parts', () => {
  it('fault 141: begins with a snapshot after them, and its colleagues go on', async () => {
    const { ana, ben, store, clock } = await startPublished(500)
    await takesOver(ben, store)
    clock.pass(60)
    await ana.publish()
    rmSync(join(ana.root, ana.key.device), { recursive: true })
    clock.pass(60)
    store.items.splice(3, 1)
    await ana.publish()
    clock.pass(2)
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
  })

  it('whose files here are damaged does so, too', async () => {
    const { ana, ben, store, clock, place } = await startPublished(500)
    const [name] = publishedAt(place, ana.key.device)
    truncateSync(join(ana.root, ana.key.device, `${name?.sequence ?? 0}.vseg`), 50)
    clock.pass(60)
    await ana.publish()
    await takesOver(ben, store)
    expect(ben.list()).toEqual(ana.list())
  })
})
