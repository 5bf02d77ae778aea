import { defineStore } from 'pinia'
import type { ViewState } from '../../electron/contract/view'
import { pageSizes } from '../../electron/contract/page-sizes'
import { call } from '../bridge'

/** Saving waits this long after the last change, ms, so that a scroll is one write. */
const quiet = 400

const fresh: ViewState = { page: 1, limit: 25, scrollTop: 0 }

/** Where a person was in each connection's list; the main process keeps it over restarts. */
export const useView = defineStore('view', () => {
  const waiting = new Map<string, ViewState>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Where the person was, or the first page when nothing (or nothing usable) is remembered. */
  async function recall(connectionId: string): Promise<ViewState> {
    const unsaved = waiting.get(connectionId)
    if (unsaved) return unsaved
    const answer = await call('views:get', { connectionId })
    if (!answer.ok || !answer.value) return fresh
    const offered = pageSizes.some((size) => size === answer.value?.limit)
    return offered ? answer.value : fresh
  }

  /** Remembers where the person is now; written a moment later. */
  function keep(connectionId: string, view: ViewState): void {
    waiting.set(connectionId, view)
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), quiet)
  }

  /** Writes what is waiting. Losing a place in a list is no reason to bother anyone: a failure is let go. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    const views = [...waiting]
    waiting.clear()
    await Promise.all(views.map(([connectionId, view]) => call('views:save', { connectionId, view })))
  }

  return { recall, keep, flush }
})
