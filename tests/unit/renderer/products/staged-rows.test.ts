// @vitest-environment happy-dom
import { effectScope, nextTick, ref, shallowRef, type EffectScope, type Ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useStagedRows } from '../../../../renderer/components/products/use-staged-rows'

let scope: EffectScope
const rows = shallowRef<readonly string[]>([])
const page = ref(1)
let shown: Readonly<Ref<readonly string[]>>

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout']
  })
  rows.value = ['a1', 'a2', 'a3', 'a4']
  page.value = 1
  scope = effectScope()
  shown =
    scope.run(() =>
      useStagedRows(
        () => rows.value,
        () => page.value,
        () => 2
      )
    ) ?? ref([])
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

async function turnTo(number: number, next: string[]): Promise<void> {
  rows.value = next
  page.value = number
  await nextTick()
}

describe('turning a page', () => {
  it('shows the rows in sight first and the rest after they are painted', async () => {
    await turnTo(2, ['b1', 'b2', 'b3', 'b4'])
    expect(shown.value).toEqual(['b1', 'b2', 'a3', 'a4'])
    vi.runAllTimers()
    expect(shown.value).toEqual(['b1', 'b2', 'b3', 'b4'])
  })

  it('never shows more rows than the new page has', async () => {
    await turnTo(2, ['b1', 'b2', 'b3'])
    expect(shown.value).toEqual(['b1', 'b2', 'a3'])
    await turnTo(3, ['c1'])
    expect(shown.value).toEqual(['c1'])
  })

  it('lets a newer page overtake the rest of an older one', async () => {
    await turnTo(2, ['b1', 'b2', 'b3', 'b4'])
    await turnTo(3, ['c1', 'c2', 'c3', 'c4'])
    vi.runAllTimers()
    expect(shown.value).toEqual(['c1', 'c2', 'c3', 'c4'])
  })

  it('takes over every row at once when the page is the same', async () => {
    await turnTo(1, ['a1', 'a2', 'x3', 'x4'])
    expect(shown.value).toEqual(['a1', 'a2', 'x3', 'x4'])
  })
})
