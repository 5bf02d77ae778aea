import { flushPromises } from '@vue/test-utils'
import { effectScope, ref, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { useAppCommands } from '../../../../../renderer/app/layout/use-app-commands'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useListExport } from '../../../../../renderer/features/export'
import { useExports } from '../../../../../renderer/features/export/exports'
import { useCommandRegistry, useCommands } from '../../../../../renderer/shared/commands/registry'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { connectionOf, listOf } from '../connections/builders'
import { exportChoices, exportState } from './builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let scope: EffectScope
let main: MainProcess

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 3)))
  main.always('connections:list', () => ok(listOf([connectionOf()])))
  startStores()
  await useConnections().load()
  scope = effectScope()
  scope.run(useAppCommands)
})
afterEach(() => scope.stop())

describe('an export that is asked for on another page', () => {
  it('leads to the products, and is asked for there once they are on screen', async () => {
    const navigation = useNavigation()
    navigation.go({ name: 'quality' })
    expect(useCommandRegistry().run('export')).toBe(true)
    expect(navigation.place.name).toBe('products')
    const isListed = ref(false)
    let asked = 0
    scope.run(() => useCommands({ export: { can: () => isListed.value, run: () => (asked += 1) } }))
    await flushPromises()
    expect(asked).toBe(0)
    isListed.value = true
    await flushPromises()
    expect(asked).toBe(1)
  })

  it('leads back to where one was when the dialog is closed, and not where it was exported or one has gone on', async () => {
    const [navigation, exports] = [useNavigation(), useExports()]
    const wish = { connectionId: 'shop', of: { productQuery: emptyQuery }, count: 3, isSelection: false }
    scope.run(() => useCommands({ export: { run: () => (exports.wish = wish) } }))
    const exportList = scope.run(useListExport)
    async function ask(): Promise<void> {
      navigation.go({ name: 'today' })
      await exportList?.()
    }
    await ask()
    expect(navigation.place.name).toBe('products')
    exports.wish = null
    await flushPromises()
    expect(navigation.place.name).toBe('today')
    await ask()
    navigation.go({ name: 'team' })
    exports.wish = null
    await flushPromises()
    expect(navigation.place.name).toBe('team')
    await ask()
    main.always('export:start', () => ok(exportState()))
    const { connectionId, of } = wish
    await exports.start({ connectionId, of, words: 'all', columns: ['id'], choices: exportChoices })
    await flushPromises()
    expect([navigation.place.name, exports.wish]).toEqual(['products', null])
  })

  it('is let go of where the person goes elsewhere meanwhile', async () => {
    const navigation = useNavigation()
    navigation.go({ name: 'quality' })
    useCommandRegistry().run('export')
    navigation.go({ name: 'team' })
    await flushPromises()
    expect(navigation.place.name).toBe('team')
    let asked = 0
    scope.run(() => useCommands({ export: { run: () => (asked += 1) } }))
    navigation.go({ name: 'products' })
    await flushPromises()
    expect(asked).toBe(0)
  })
})
