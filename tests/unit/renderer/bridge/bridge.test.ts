import { afterEach, describe, expect, it, vi } from 'vitest'
import { reactive, ref } from 'vue'
import { emptyQuery } from '../../../../electron/contract/empty-query'
import { fail, ok } from '../../../../electron/contract/failure'
import { call } from '../../../../renderer/bridge'
import { exportChoices, exportState } from '../features/export/builders'
import { sitInMainProcess } from '../support/fake-bridge'

const order = {
  connectionId: 'shop',
  of: { productQuery: emptyQuery },
  words: 'all',
  columns: ['id' as const, 'name' as const],
  choices: exportChoices
}

afterEach(() => vi.unstubAllGlobals())

describe('a call over the bridge', () => {
  it('fault 124: carries reactive state of a component as plain data, however deep it is', async () => {
    const main = sitInMainProcess()
    main.always('export:start', () => ok(exportState()))
    const columns = ref(order.columns)
    const choices = reactive({ ...exportChoices })
    const answer = await call('export:start', { ...order, columns: columns.value, choices })
    expect(answer.ok).toBe(true)
    expect(main.last('export:start').input).toEqual(order)
  })

  it('fault 124: that is rejected fails with "internal" and is reported: nobody waits for ever', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const bug = new Error("Error invoking remote method 'vitrine:call'")
    vi.stubGlobal('vitrine', { call: () => Promise.reject(bug) })
    expect(await call('app:info', undefined)).toEqual(fail('internal'))
    expect(reported).toHaveBeenCalledExactlyOnceWith(bug)
  })

  it('fault 124: that throws at once, since something else cannot be cloned, fails and is reported as well', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const bug = new Error('An object could not be cloned.')
    const refuse = (): never => {
      throw bug
    }
    vi.stubGlobal('vitrine', { call: refuse })
    expect(await call('app:info', undefined)).toEqual(fail('internal'))
    expect(reported).toHaveBeenCalledExactlyOnceWith(bug)
  })
})
