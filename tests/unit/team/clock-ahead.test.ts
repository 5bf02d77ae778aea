import { expect, it } from 'vitest'
import { FaultyPlace } from './faulty-carrier'
import { TestDevice } from './test-device'

const year = 365 * 24 * 60 * 60 * 1000

it('fault 142: a clock that is a year ahead wins nothing, and loses nothing once it is right', async () => {
  let time = Date.UTC(2026, 0, 5, 9)
  const carrier = new FaultyPlace(() => 0.5).carrier()
  const [ada, bo] = [TestDevice.join('Ada', () => time), TestDevice.join('Bo', () => time)]
  const exchange = async (): Promise<void> => {
    for (const device of [ada, bo, ada, bo]) {
      time += 60_000
      await device.exchange(carrier)
    }
  }
  ada.skew = year
  ada.mark('a', 'approved')
  ada.note('b', 'from the future')
  await exchange()
  expect([bo.decision('a'), bo.review('b').note]).toEqual([null, ''])
  bo.mark('c', 'ignored')
  await exchange()
  expect(ada.decision('c')).toMatchObject({ by: 'Bo' })

  ada.skew = 0
  await exchange()
  expect(bo.decision('a')).toMatchObject({ by: 'Ada', mark: 1 })
  expect(bo.review('b').note).toBe('from the future')
  // At most a day ahead by then: whoever decides later is newer.
  bo.mark('a', 'ignored')
  await exchange()
  expect(ada.decision('a')).toMatchObject({ by: 'Bo', mark: 3 })
  expect(ada.contents()).toEqual(bo.contents())
})

it('fault 142: a clock that is a year behind loses nothing that was decided since', async () => {
  let time = Date.UTC(2026, 0, 5, 9)
  const carrier = new FaultyPlace(() => 0.5).carrier()
  const [ada, bo] = [TestDevice.join('Ada', () => time), TestDevice.join('Bo', () => time)]
  const exchange = async (): Promise<void> => {
    for (const device of [ada, bo, ada, bo]) {
      time += 60_000
      await device.exchange(carrier)
    }
  }
  bo.skew = -year
  ada.mark('a', 'approved')
  bo.mark('a', 'ignored')
  bo.mark('b', 'ignored')
  await exchange()
  expect(ada.decision('a')).toMatchObject({ by: 'Ada', mark: 1 })
  expect(ada.decision('b')).toMatchObject({ by: 'Bo', mark: 3 })
  bo.skew = 0
  await exchange()
  expect(bo.decision('a')).toMatchObject({ by: 'Ada', mark: 1 })
  bo.mark('a', 'ignored')
  await exchange()
  expect(ada.decision('a')).toMatchObject({ by: 'Bo', mark: 3 })
  expect(ada.contents()).toEqual(bo.contents())
})
