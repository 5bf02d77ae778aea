import { describe, expect, it } from 'vitest'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compareClocks, tick, type Clock } from '../../../electron/team/clock'
import { lineOf, type Operation } from '../../../electron/team/operation'
import {
  newDeviceKey,
  readSegment,
  writeSegment,
  type DeviceKey,
  type SegmentHeader
} from '../../../electron/team/segment'

const at = Date.UTC(2026, 10, 3)
const ada = newDeviceKey()
const bob = newDeviceKey()

function header({ device }: DeviceKey, changes: Partial<SegmentHeader> = {}): SegmentHeader {
  const store = { baseUrl: 'https://shop.example', apiPath: '/api' }
  const team = 'c'.repeat(32)
  return {
    team,
    device,
    sequence: 1,
    first: 1,
    last: 1,
    previous: null,
    at,
    by: 'Ada',
    store,
    formerly: null,
    removed: [],
    movedTo: null,
    folds: null,
    left: false,
    ...changes
  }
}

function mark({ device }: DeviceKey, product = 'a'): Operation {
  const mark = {
    mark: 'ignored' as const,
    at,
    by: 'Ada',
    seen: null,
    content: null,
    putBackAt: null,
    reason: null
  }
  return { sequence: 1, by: 'Ada', product, clock: { wall: at, counter: 0, device }, act: { mark } }
}

function written(key = ada): Uint8Array {
  return writeSegment(header(key), [lineOf(mark(key))], key).bytes
}

/** The segment with its text changed, and packed again. */
function changed(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  return gzipSync(change(gunzipSync(bytes).toString()))
}

describe('A segment', () => {
  const name = { device: ada.device, sequence: 1 }

  it('reads as it was written', () => {
    const read = readSegment(name, written())
    expect(read).toMatchObject({ header: header(ada), operations: [mark(ada)] })
  })

  it('may have nothing in it but that its device is there', () => {
    const { bytes } = writeSegment(header(ada, { last: 0 }), [], ada)
    expect(readSegment(name, bytes)).toMatchObject({ operations: [] })
  })

  it('fault 137: is damaged wherever it is cut off', () => {
    const bytes = written()
    for (let length = 0; length < bytes.length; length += 7)
      expect(readSegment(name, bytes.subarray(0, length))).toBe('damaged')
    const lines = gunzipSync(bytes).toString().split('\n')
    for (let count = 0; count < lines.length - 1; count++)
      expect(readSegment(name, gzipSync(lines.slice(0, count).join('\n')))).toBe('damaged')
  })

  it('fault 143: is damaged where a letter of it was changed, and forged where the hash was made to fit', () => {
    const bytes = changed(written(), (text) => text.replace('"ignored"', '"approved"'))
    expect(readSegment(name, bytes)).toBe('damaged')
    const bobs = changed(written(bob), (text) => text.replaceAll(bob.device, ada.device))
    expect(readSegment(name, bobs)).toBe('damaged')
    expect(readSegment(name, resigned(written(), written(bob)))).toBe('forged')
  })

  it('fault 143: is forged under another name than its own', () => {
    expect(readSegment({ ...name, sequence: 2 }, written())).toBe('forged')
    expect(readSegment({ ...name, device: bob.device }, written())).toBe('forged')
  })

  it('says the first version, which all read, unless the team as a whole has something new in it', () => {
    const versionOf = (bytes: Uint8Array): number =>
      (JSON.parse(gunzipSync(bytes).toString().split('\n')[0] ?? '') as { version: number }).version
    expect(versionOf(written())).toBe(1)
    const item = { kind: 'of-a-later-version', id: '', value: '{}' }
    const said: Operation = { ...mark(ada), product: '', act: { item } }
    const { bytes } = writeSegment(header(ada), [lineOf(said)], ada)
    expect(versionOf(bytes)).toBe(2)
    expect(readSegment(name, bytes)).toMatchObject({ operations: [{ act: { item } }] })
    // Signed as the second, it is not read as the first.
    expect(
      readSegment(
        name,
        changed(bytes, (text) => text.replace('"version":2', '"version":1'))
      )
    ).toBe('damaged')
  })

  it('fault 147: of a newer version is told from a damaged one', () => {
    const newer = changed(written(), (text) => text.replace('"version":1', '"version":3'))
    expect(readSegment(name, newer)).toBe('newer')
  })

  it('that unpacks to more than there is room for is damaged', () => {
    expect(readSegment(name, gzipSync(Buffer.alloc(60_000_000, 'x')))).toBe('damaged')
  })

  it('is not read where one of its operations is not valid, signed or not', () => {
    const operation = mark(ada, '')
    expect(readSegment(name, writeSegment(header(ada), [lineOf(operation)], ada).bytes)).toBe('damaged')
  })

  it('is written by no other device', () => {
    expect(() => writeSegment(header(ada), [lineOf(mark(ada))], bob)).toThrow('the key')
  })
})

/** One device's lines under another's signature. */
function resigned(bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const signature = /"signature":"([^"]*)"/.exec(gunzipSync(other).toString())?.[1] ?? ''
  return changed(bytes, (text) => text.replace(/"signature":"[^"]*"/, `"signature":"${signature}"`))
}

describe('A clock', () => {
  it('comes after what it follows, whatever the wall says', () => {
    const ahead: Clock = { wall: at, counter: 3, device: 'b' }
    expect(compareClocks(tick(ahead, at - 1000, 'a'), ahead)).toBeGreaterThan(0)
    expect(tick(ahead, at + 1, 'a')).toEqual({ wall: at + 1, counter: 0, device: 'a' })
    expect(tick(null, at, 'a')).toEqual({ wall: at, counter: 0, device: 'a' })
  })

  it('is in one order everywhere', () => {
    const clocks = [0, 1].flatMap((wall) =>
      [0, 1].flatMap((counter) => ['a', 'b'].map((device) => ({ wall, counter, device })))
    )
    for (const one of clocks)
      for (const other of clocks) {
        expect(compareClocks(one, other)).toBe(-compareClocks(other, one) + 0)
        expect(compareClocks(one, other) === 0).toBe(one === other)
      }
  })
})
