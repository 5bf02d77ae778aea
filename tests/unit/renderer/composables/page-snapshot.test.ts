import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectScope, ref, type EffectScope } from 'vue'
import { usePageSnapshot } from '../../../../renderer/composables/use-page-snapshot'
import { useNavigation } from '../../../../renderer/stores/navigation'
import { sitInMainProcess, type MainProcess } from '../products/main-process'

let main: MainProcess
let scope: EffectScope
const [areThere, isAtRest] = [ref(true), ref(true)]

beforeEach(() => {
  main = sitInMainProcess()
  setActivePinia(createPinia())
  document.body.innerHTML = '<div id="app"><p>rows</p></div>'
  document.title = 'Shop · Vitrine'
  for (const condition of [areThere, isAtRest]) condition.value = true
  scope = effectScope()
  scope.run(() =>
    usePageSnapshot({
      connectionId: () => 'shop',
      areThere: () => areThere.value,
      isAtRest: () => isAtRest.value
    })
  )
})
afterEach(() => {
  scope.stop()
  document.body.replaceChildren()
})

/** What was left, one after the other. */
const left = (): unknown[] => main.asked('app:keep-snapshot').map(({ input }) => input)
const page = {
  ...{ connectionId: 'shop', title: 'Shop · Vitrine', language: 'en' },
  ...{ markup: '<p>rows</p>', rules: '' }
}

describe('the page of products', () => {
  it('is left as it is when the window goes', () => {
    expect(left()).toEqual([])
    window.dispatchEvent(new Event('pagehide'))
    expect(left()).toEqual([page])
  })

  it('is left as it was where a person goes elsewhere, before anything of that is painted', () => {
    const navigation = useNavigation()
    navigation.go({ name: 'quality' })
    expect(left()).toEqual([page])
  })

  it.each([
    ['there are no rows', areThere],
    ['something is chosen', isAtRest]
  ])('is not left where %s, nor what was before that', (_, condition) => {
    window.dispatchEvent(new Event('pagehide'))
    condition.value = false
    window.dispatchEvent(new Event('pagehide'))
    expect(left()).toEqual([page, null])
  })

  it('is left no more once it is gone', () => {
    scope.stop()
    window.dispatchEvent(new Event('pagehide'))
    expect(left()).toEqual([])
  })
})
