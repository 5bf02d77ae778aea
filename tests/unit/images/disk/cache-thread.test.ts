import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { toOpenCache } from '../../../../electron/images/disk/open-cache'
import { forgetOldFailures } from '../../../../electron/images/disk/eviction'
import { testFolder } from '../../../support/folder'
import { arrival, openSide, status, tokenOf, valueOf, type OpenSide } from './open-side'

const large = (letter: string): string => letter.repeat(10_000)
const bytesIn = (side: OpenSide): number =>
  Number(side.look<{ sum: number }>('SELECT total(length(bytes)) AS sum FROM raster')[0]?.sum)
const contentsIn = (side: OpenSide): number => side.look('SELECT 1 FROM content').length

describe('a picture on disk', () => {
  it('comes back with what is known of it, also after a restart', () => {
    const folder = testFolder()
    const side = openSide(folder)
    const validators = { etag: '"1"', lastModified: null, from: tokenOf('elsewhere') }
    const asked = status({ checkedAt: 5, until: 6, validators })
    side.save({ ...arrival('/a'), status: asked })
    valueOf(side.methods.close('', null))
    const again = openSide(folder)
    expect(again.raster('/a')).toBe('48 px of /a')
    expect(again.read('/a')).toMatchObject({
      status: asked,
      original: arrival('/a').original,
      sizes: ['thumbnail']
    })
    expect(again.read('/a', null)?.raster).toBeNull()
    expect(again.read('/other')).toBeNull()
    expect(again.read('/a', 'thumbnail', 'other')).toBeNull()
  })

  it('is handed out in the next larger size where the one asked for is not there', () => {
    const side = openSide(testFolder())
    side.save(arrival('/a', 'a', { 'thumbnail-2x': 'double', preview: 'large' }))
    expect(side.read('/a', 'thumbnail')?.raster?.size).toBe('thumbnail-2x')
    expect(side.read('/a', 'tile')?.raster?.size).toBe('preview')
    expect(side.read('/a', 'preview')?.raster?.size).toBe('preview')
  })

  it('is stored once under many addresses and connections, and goes with the last of them', () => {
    const side = openSide(testFolder())
    const usage = side.save(arrival('/a', 'same'), arrival('/b', 'same'), arrival('/c', 'same', {}, 'other'))
    expect(usage).toMatchObject({ used: '48 px of same'.length, pictures: 1 })
    expect(side.raster('/c', 'thumbnail', 'other')).toBe('48 px of same')
    side.save(arrival('/a', 'changed'))
    valueOf(side.methods.forget('', { connectionId: 'other' }))
    expect(side.raster('/b')).toBe('48 px of same')
    expect(side.save(arrival('/b', 'changed'))).toMatchObject({
      used: '48 px of changed'.length,
      pictures: 1
    })
    expect(contentsIn(side)).toBe(1)
  })

  it('gets further sizes beside those that are there', () => {
    const side = openSide(testFolder())
    side.save(arrival('/a', 'a', { thumbnail: 'first' }))
    const usage = side.save(arrival('/b', 'a', { thumbnail: 'again', preview: 'large' }))
    expect(usage).toMatchObject({ used: 'first'.length + 'large'.length, pictures: 1 })
    expect([side.raster('/a'), side.raster('/a', 'preview')]).toEqual(['first', 'large'])
  })

  it('is led to by another address without being saved again, where it is there in all sizes', () => {
    const side = openSide(testFolder())
    const { original } = arrival('/a', 'a')
    side.save(arrival('/a', 'a'))
    const link = { connectionId: 'shop', token: tokenOf('/b'), status: status(), hash: original.hash }
    const links = [
      { ...link, sizes: ['thumbnail' as const] },
      { ...link, token: tokenOf('/c'), sizes: ['thumbnail' as const, 'preview' as const] }
    ]
    expect(valueOf(side.methods.link('', { links }))).toEqual([true, false])
    expect(side.raster('/b')).toBe('48 px of a')
    expect(side.read('/c')).toBeNull()
  })

  it('fault 70: that is damaged is as if it had never been there, and is put right by the next', () => {
    const side = openSide(testFolder())
    side.save(arrival('/a', 'a', { thumbnail: 'sound', preview: 'large' }))
    side.look("UPDATE raster SET bytes = CAST('soond' AS BLOB) WHERE length(bytes) = 5 AND key % 16 = 0")
    expect(side.read('/a', 'thumbnail')?.raster?.size).toBe('preview')
    expect(side.read('/a', 'thumbnail')?.sizes).toEqual(['preview'])
    expect(side.save(arrival('/a', 'a', { thumbnail: 'sound' }))).toMatchObject({ used: 10, pictures: 1 })
    expect(side.raster('/a')).toBe('sound')
  })
})

describe('what failed', () => {
  const failure = { code: 'not-found', facts: { status: 404 } } as const
  const failed = status({ checkedAt: 7, until: 8, tries: 2, denials: 1, failure })

  function note(side: OpenSide, address: string, isGone: boolean, how = failed): void {
    const notes = [{ connectionId: 'shop', token: tokenOf(address), status: how, isGone }]
    valueOf(side.methods.note('', { notes }))
  }

  it('is remembered with its reason, without a picture', () => {
    const folder = testFolder()
    const side = openSide(folder)
    note(side, '/a', true)
    valueOf(side.methods.close('', null))
    expect(openSide(folder).read('/a')).toEqual({ status: failed, original: null, raster: null, sizes: [] })
  })

  it('leaves a picture that is there, or takes it away', () => {
    const side = openSide(testFolder())
    side.save(arrival('/a'))
    note(side, '/a', false)
    expect(side.raster('/a')).toBe('48 px of /a')
    note(side, '/a', true)
    expect(side.read('/a')).toMatchObject({ original: null, raster: null })
    expect(bytesIn(side)).toBe(0)
  })

  it('is forgiven: one, or all that failed for a reason; pictures stay', () => {
    const side = openSide(testFolder())
    const isPrivate = { ...failed, failure: { code: 'picture-address-private', facts: {} } as const }
    for (const address of ['/a', '/b']) note(side, address, true)
    for (const address of ['/c', '/d']) note(side, address, true, isPrivate)
    side.save(arrival('/e'))
    const clearFailures = { connectionId: 'shop', codes: [] }
    valueOf(side.methods.clearFailures('', { ...clearFailures, token: tokenOf('/a') }))
    valueOf(
      side.methods.clearFailures('', { ...clearFailures, token: null, codes: ['picture-address-private'] })
    )
    const known = ['/a', '/b', '/c', '/d', '/e'].filter((address) => side.read(address) !== null)
    expect(known).toEqual(['/b', '/e'])
  })

  it('is bounded: what was asked for longest ago is forgotten first, a tenth at a time', () => {
    const side = openSide(testFolder())
    side.save(arrival('/shown'))
    const order = Array.from({ length: 25 }, (_, at) => (at * 7) % 25)
    for (const at of order) note(side, `/${at}`, true, { ...failed, checkedAt: at })
    const db = new DatabaseSync(side.file)
    forgetOldFailures(toOpenCache(db, 1), 20)
    db.close()
    const left = order.filter((at) => side.read(`/${at}`) !== null).sort((a, b) => a - b)
    expect(left).toEqual(Array.from({ length: 18 }, (_, at) => at + 7))
    expect(side.raster('/shown')).toBe('48 px of /shown')
  })

  it('that a damaged disk has made nonsense of is no failure', () => {
    const side = openSide(testFolder())
    note(side, '/a', true)
    side.look('UPDATE address SET failure = \'{"code":"not-fo\'')
    expect(side.read('/a')?.status.failure).toBeNull()
  })
})

describe('room', () => {
  it('is made by the least recently used, in one go some way below the limit', () => {
    const side = openSide(testFolder(), 100_000)
    for (const letter of 'abcdefghij') {
      side.clock += 1
      side.save(arrival(`/${letter}`, letter, { thumbnail: large(letter) }))
    }
    side.clock += 3_600_000
    side.read('/a')
    side.clock += 1
    expect(side.save(arrival('/k', 'k', { thumbnail: large('k') })).used).toBe(90_000)
    const left = 'abcdefghijk'.split('').filter((letter) => side.read(`/${letter}`) !== null)
    expect(left.join('')).toBe('adefghijk')
    expect(bytesIn(side)).toBe(90_000)
  })

  it('is made for a lower limit, and the disk has its space back', () => {
    const side = openSide(testFolder(), 10_000_000)
    const letters = Array.from({ length: 400 }, (_, at) => `/${at}`)
    side.save(...letters.map((name) => arrival(name, name, { preview: name.padEnd(10_000) })))
    const before = statSync(side.file).size + statSync(`${side.file}-wal`).size
    expect(valueOf(side.methods.setLimit('', { limit: 200_000 }))).toMatchObject({
      used: 190_000,
      pictures: 19
    })
    while (side.idle());
    expect(statSync(side.file).size + statSync(`${side.file}-wal`).size).toBeLessThan(before / 8)
    expect(bytesIn(side)).toBe(190_000)
  })

  it('is all there after clearing, on disk too', () => {
    const side = openSide(testFolder(), 10_000_000)
    side.save(...Array.from({ length: 200 }, (_, at) => arrival(`/${at}`, `${at}`, { tile: large('x') })))
    expect(valueOf(side.methods.clear('', null))).toMatchObject({ used: 0, pictures: 0 })
    expect(statSync(side.file).size).toBeLessThan(200_000)
    expect(statSync(`${side.file}-wal`).size).toBe(0)
    expect(side.read('/1')).toBeNull()
    side.save(arrival('/1'))
    expect(side.raster('/1')).toBe('48 px of /1')
  })

  it('is given back with a forgotten connection, and other connections keep theirs', () => {
    const side = openSide(testFolder())
    side.save(arrival('/a', 'own'), arrival('/b', 'both'), arrival('/b', 'both', {}, 'other'))
    valueOf(side.methods.forget('', { connectionId: 'shop' }))
    expect(side.read('/a')).toBeNull()
    expect(side.raster('/b', 'thumbnail', 'other')).toBe('48 px of both')
    expect(bytesIn(side)).toBe('48 px of both'.length)
  })

  it('is not taken by a reading: what was used is written while nobody asks, or with the next eviction', () => {
    const side = openSide(testFolder())
    side.save(arrival('/a'))
    const used = (): number => Number(side.look<{ used: number }>('SELECT used FROM content')[0]?.used)
    const before = used()
    side.clock += 3_600_000
    side.read('/a')
    expect(used()).toBe(before)
    side.idle()
    expect(used()).toBe(side.clock)
  })
})
