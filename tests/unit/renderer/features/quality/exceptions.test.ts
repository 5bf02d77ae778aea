import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useExcuses } from '../../../../../renderer/features/quality/exceptions'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'

let main: MainProcess
let excuses: ReturnType<typeof useExcuses>
const excuse = { productId: 'p1', rule: 'price-outlier' } as const

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('audit:excuses', () => ok([]))
  setActivePinia(createPinia())
  excuses = useExcuses()
  await excuses.load('shop')
})

describe('the excuses of a connection', () => {
  it('are read anew when one is taken back', async () => {
    main.always('audit:excuse', () => ok([]))
    expect(await excuses.takeBack('shop', excuse)).toBe(true)
    expect(main.asked('audit:excuses').map(({ input }) => input.connectionId)).toEqual(['shop', 'shop'])
  })

  it('stay those of the store that is looked at when an answer about another one comes late', async () => {
    const late = excuses.takeBack('shop', excuse)
    await excuses.load('other')
    await main.last('audit:excuse').answer(ok([]))
    expect(await late).toBe(true)
    expect(main.last('audit:excuses').input.connectionId).toBe('other')
    expect(excuses.of('other')).toEqual([])
  })

  it('tell of no failure of another store', async () => {
    const late = excuses.takeBack('shop', excuse)
    await excuses.load('other')
    await main.last('audit:excuse').answer(fail('storage-failed'))
    expect(await late).toBe(false)
    expect(excuses.failed).toBeNull()
    main.always('audit:excuses', () => fail('storage-failed'))
    await excuses.load('other')
    expect(excuses.failed?.code).toBe('storage-failed')
    main.hold('audit:excuses')
    void excuses.load('shop')
    expect(excuses.failed).toBeNull()
  })
})
