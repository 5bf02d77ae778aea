import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ref } from 'vue'
import { waitUntil } from '../../../../../renderer/shared/data/wait-until'

describe('waiting until something holds', () => {
  const isThere = ref(false)
  const condition = vi.fn(() => isThere.value)

  beforeEach(() => {
    isThere.value = false
    condition.mockClear()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  it('has an answer at once where it holds already', async () => {
    isThere.value = true
    expect(await waitUntil(condition, 100)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('evaluates nothing anymore once it holds', async () => {
    const answer = waitUntil(condition, 100)
    isThere.value = true
    expect(await answer).toBe(true)
    condition.mockClear()
    isThere.value = false
    await vi.runAllTimersAsync()
    expect(condition).not.toHaveBeenCalled()
  })

  it('evaluates nothing anymore once it took too long', async () => {
    const answer = waitUntil(condition, 100)
    await vi.advanceTimersByTimeAsync(100)
    expect(await answer).toBe(false)
    condition.mockClear()
    isThere.value = true
    expect(condition).not.toHaveBeenCalled()
  })
})
