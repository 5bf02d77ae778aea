import { beforeEach, describe, expect, it } from 'vitest'
import { useCatalogComparison } from '../../../../../renderer/features/changes/catalog-comparison'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let store: ReturnType<typeof useCatalogComparison>

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  store = useCatalogComparison()
})

describe('a comparison', () => {
  it('is asked for once there is something to compare, and not before, whoever wants it read again', async () => {
    await store.reload()
    expect(main.asked('history:compare')).toHaveLength(0)
    store.compare({ what: 'runs', connectionId: 'shop', before: 1, after: null })
    expect(main.last('history:compare').input).toMatchObject({
      between: { before: 1, after: null },
      offset: 0
    })
  })
})
