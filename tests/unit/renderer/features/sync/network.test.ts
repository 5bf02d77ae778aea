import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { useNetwork } from '../../../../../renderer/features/sync/network'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let network: ReturnType<typeof useNetwork>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  network = useNetwork()
  return () => network.$dispose()
})

describe('the network in the window', () => {
  it('stands as the main process says, which pushes its changes', async () => {
    expect(network.of('shop')).toBeNull()
    void network.open('shop')
    await main
      .last('network:state')
      .answer(ok({ connectionId: 'shop', state: 'online', because: null, since: null }))
    expect(network.of('shop')?.state).toBe('online')
    const because = { code: 'timeout', facts: {} } as const
    main.emit('network:changed', { connectionId: 'shop', state: 'store-silent', because, since: 1 })
    expect(network.of('shop')).toMatchObject({ state: 'store-silent', because, since: 1 })
  })

  it.each(['online', 'offline'])('is asked about again when the system says "%s"', (event) => {
    void network.open('north')
    void network.open('south')
    window.dispatchEvent(new Event(event))
    // Another file's store may still hear of it, for connections of its own.
    const asked = main.asked('network:state').map(({ input }) => input.connectionId)
    expect(asked.filter((id) => id === 'north' || id === 'south')).toEqual([
      'north',
      'south',
      'north',
      'south'
    ])
  })
})
