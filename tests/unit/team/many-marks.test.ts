import { afterEach, expect, it } from 'vitest'
import { readSegment } from '../../../electron/team/segment'
import { FaultyPlace } from './faulty-carrier'
import { closeSaved, TestDevice } from './test-device'

afterEach(closeSaved)

const noEnd = new AbortController().signal

/** More than one statement lets wait, and no multiple of that. */
const products = Array.from({ length: 130 }, (_, n) => `product ${String(n).padStart(3, '0')}`)

function twoDevices(): [TestDevice, TestDevice] {
  let now = Date.UTC(2026, 0, 5)
  const deviceOf = (name: string): TestDevice => TestDevice.join(name, () => (now += 1000))
  return [deviceOf('Ada'), deviceOf('Bo')]
}

it('tells each of many marks once, by the order of their products', async () => {
  const place = new FaultyPlace(() => 0.5)
  const [ada] = twoDevices()
  ada.markAll(products, 'approved')
  ada.publishAgain()
  await ada.exchange(place.carrier())
  const carrier = place.carrier()
  const told: string[] = []
  for (const name of await carrier.list(noEnd)) {
    const segment = readSegment(name, await carrier.read(name, noEnd))
    if (typeof segment === 'string') throw new Error(segment)
    told.push(...segment.operations.map(({ product }) => product))
  }
  expect(told).toEqual(products)
})

it('fault 141: a power cut that takes away segments which the place has loses no mark', async () => {
  const place = new FaultyPlace(() => 0.5)
  const [ada, bo] = twoDevices()
  ada.markAll(products, 'approved')
  ada.collect()
  const before = ada.save(null)
  const device = ada.device
  await ada.exchange(place.carrier())
  ada.restore(before, true)
  ada.mark('a last one', 'ignored')
  await ada.exchange(place.carrier())
  await bo.exchange(place.carrier())
  expect(ada.device).not.toBe(device)
  for (const each of [...products, 'a last one']) expect(bo.standing(each).marks, each).toHaveLength(1)
  expect(bo.standing('a last one').marks).toMatchObject([{ by: 'Ada', mark: 'ignored' }])
})
