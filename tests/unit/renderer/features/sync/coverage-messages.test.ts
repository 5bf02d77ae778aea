import { beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { Coverage } from '../../../../../electron/contract/coverage'
import type { SyncState } from '../../../../../electron/contract/sync'
import { useCoverage } from '../../../../../renderer/features/sync/coverage-messages'
import { useSync } from '../../../../../renderer/features/sync/sync'
import { productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { syncState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('sync:state', () => ok(syncState({ phase: 'idle' })))
  startStores()
  await useSync().open('shop')
})

/** What is told of a copy that holds so much, while a run stands there. */
function told(copy: Partial<Coverage>, run: Partial<SyncState>): [here: number, products: number] {
  const coverage = { ...productPage().coverage, here: 275, products: 275, total: 2000, ...copy }
  main.emit('sync:changed', syncState({ phase: 'fetching', here: 475, total: 2000, ...run }))
  const page = productPage({ coverage: { ...coverage, state: copy.state ?? 'partial' } })
  const { here = 0, products = 0 } =
    useCoverage(
      () => page,
      () => 'shop'
    ).value ?? {}
  return [here, products]
}

it('the coverage keeps up with the run that fills the copy', () => {
  expect(told({}, {})).toEqual([475, 475])
  expect(told({}, { phase: 'paused' })).toEqual([475, 475])
})

it('the coverage is the copy’s own where that holds more, is whole, or counts otherwise', () => {
  expect(told({ here: 900, products: 900 }, {})).toEqual([900, 900])
  expect(told({ state: 'complete' }, {})).toEqual([275, 275])
  expect(told({ products: 270 }, {})).toEqual([275, 270])
  expect(told({ total: 3000 }, {})).toEqual([275, 275])
  expect(told({}, { phase: 'idle' })).toEqual([275, 275])
})
