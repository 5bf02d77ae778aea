import { afterEach, expect, it } from 'vitest'
import { readSegment } from '../../../electron/team/segment'
import { FaultyPlace } from './faulty-carrier'
import { closeSaved, TestDevice } from './test-device'

afterEach(closeSaved)

const noEnd = new AbortController().signal

/** What is said at a place, as products and marks in their order. */
async function toldAt(place: FaultyPlace): Promise<string[]> {
  const carrier = place.carrier()
  const told: string[] = []
  for (const name of await carrier.list(noEnd)) {
    const segment = readSegment(name, await carrier.read(name, noEnd))
    if (typeof segment === 'string') throw new Error(segment)
    for (const { product, act } of segment.operations)
      if ('mark' in act) told.push(`${product} ${act.mark.mark} ${act.mark.by}`)
  }
  return told
}

it('counts what a person did as waiting, and not what is told again of others', async () => {
  const place = new FaultyPlace(() => 0.5)
  let now = Date.UTC(2026, 0, 5)
  const [ada, bo] = ['Ada', 'Bo'].map((name) => TestDevice.join(name, () => (now += 1000)))
  if (ada === undefined || bo === undefined) throw new Error('there are two')
  for (const product of ['chair', 'lamp', 'table']) ada.mark(product, 'approved')
  await ada.exchange(place.carrier())
  await bo.exchange(place.carrier())
  bo.mark('sofa', 'ignored')
  bo.collect()
  expect(bo.waiting).toBe(1)
  bo.note('sofa', 'too soft')
  bo.publishAgain()
  bo.collect()
  expect(bo.waiting).toBe(2)
  // It is in a segment that no place has taken.
  const away = { ...place.carrier(), append: () => Promise.reject(new Error('away')) }
  await expect(bo.exchange(away)).rejects.toThrow('away')
  expect(bo.waiting).toBe(2)
  await bo.exchange(place.carrier())
  expect(bo.waiting).toBe(0)
})

it('marks from before somebody joined, and of colleagues, are told once each', async () => {
  const place = new FaultyPlace(() => 0.5)
  let now = Date.UTC(2026, 0, 5)
  const ada = TestDevice.join('Ada', () => (now += 1000))
  for (const product of ['chair', 'lamp']) ada.mark(product, 'approved')
  await ada.exchange(place.carrier())
  expect(await toldAt(place)).toEqual(['chair approved Ada', 'lamp approved Ada'])
  const bo = TestDevice.join('Bo', () => (now += 1000))
  bo.mark('lamp', 'ignored')
  await bo.exchange(place.carrier())
  await ada.exchange(place.carrier())
  const another = new FaultyPlace(() => 0.5)
  ada.publishAgain()
  await ada.exchange(another.carrier())
  expect((await toldAt(another)).slice(2).sort()).toEqual([
    'chair approved Ada',
    'lamp approved Ada',
    'lamp ignored Bo'
  ])
})
