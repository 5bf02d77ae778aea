import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { whileBusy, whileDoing } from '../../../../../renderer/shared/data/while-busy'

describe('work that keeps a button busy', () => {
  it('sets its flag meanwhile, and clears it when it is done', async () => {
    const [isBusy, working] = [ref(false), ref<'save' | 'clear' | null>(null)]
    const seen: unknown[] = []
    expect(await whileBusy(isBusy, () => Promise.resolve(seen.push(isBusy.value)))).toBe(1)
    await whileDoing(working, 'clear', () => Promise.resolve(seen.push(working.value)))
    expect([...seen, isBusy.value, working.value]).toEqual([true, 'clear', false, null])
  })

  it('fault 124: clears it also when a bug ends it', async () => {
    const [isBusy, working] = [ref(false), ref<'save' | null>(null)]
    const bug = (): Promise<never> => Promise.reject(new Error('a bug'))
    await expect(whileBusy(isBusy, bug)).rejects.toThrow('a bug')
    await expect(whileDoing(working, 'save', bug)).rejects.toThrow('a bug')
    expect([isBusy.value, working.value]).toEqual([false, null])
  })
})
