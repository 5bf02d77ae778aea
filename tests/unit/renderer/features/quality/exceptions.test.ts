import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useExceptions } from '../../../../../renderer/features/quality/exceptions'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let exceptions: ReturnType<typeof useExceptions>
const exception = { productId: 'p1', rule: 'price-outlier' } as const

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('audit:excuses', () => ok([]))
  startStores()
  exceptions = useExceptions()
  await exceptions.load('shop')
})

describe('the exceptions of a connection', () => {
  it('are read anew when one is taken back', async () => {
    main.always('audit:excuse', () => ok([]))
    expect(await exceptions.takeBack('shop', exception)).toBe(true)
    expect(main.asked('audit:excuses').map(({ input }) => input.connectionId)).toEqual(['shop', 'shop'])
  })

  it('stay those of the store that is looked at when an answer about another one comes late', async () => {
    const late = exceptions.takeBack('shop', exception)
    await exceptions.load('other')
    await main.last('audit:excuse').answer(ok([]))
    expect(await late).toBe(true)
    expect(main.last('audit:excuses').input.connectionId).toBe('other')
    expect(exceptions.of('other')).toEqual([])
  })

  it('tell of no failure of another store', async () => {
    const late = exceptions.takeBack('shop', exception)
    await exceptions.load('other')
    await main.last('audit:excuse').answer(fail('storage-failed'))
    expect(await late).toBe(false)
    expect(exceptions.failed).toBeNull()
    main.always('audit:excuses', () => fail('storage-failed'))
    await exceptions.load('other')
    expect(exceptions.failed?.code).toBe('storage-failed')
    main.hold('audit:excuses')
    void exceptions.load('shop')
    expect(exceptions.failed).toBeNull()
  })
})
