import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { ConnectionReport } from '../../../../electron/contract/connection-check'
import type { Failure } from '../../../../electron/contract/failure'
import { call, on } from '../../../bridge'

/** The check of a connection: which one is open, and what it has found so far. */
export const useConnectionCheck = defineStore('connection-check', () => {
  /** The connection whose check is shown; null: none is. */
  const openFor = ref<string | null>(null)
  const report = shallowRef<ConnectionReport | null>(null)
  const isRunning = ref(false)
  /** Why there is no report at all. */
  const failed = shallowRef<Failure | null>(null)
  let runs = 0

  onScopeDispose(
    on('connection-check:changed', (news) => {
      if (isRunning.value && news.connectionId === openFor.value) report.value = news
    })
  )

  /** Looks at the connection from the beginning. */
  async function run(): Promise<void> {
    const connectionId = openFor.value
    if (connectionId === null) return
    const mine = ++runs
    isRunning.value = true
    report.value = null
    failed.value = null
    const answer = await call('connection-check:run', { connectionId })
    if (mine !== runs) return
    isRunning.value = false
    if (answer.ok) report.value = answer.value
    else failed.value = answer.failure
  }

  /** Ends the check under way; what it has found stays. */
  function cancel(): void {
    if (isRunning.value) void call('connection-check:cancel', undefined)
  }

  return {
    openFor,
    report,
    isRunning,
    failed,
    run,
    cancel,
    /** Opens the check of a connection, and begins it. */
    open: (connectionId: string) => {
      openFor.value = connectionId
      void run()
    },
    close: () => {
      cancel()
      runs += 1
      isRunning.value = false
      openFor.value = null
    }
  }
})
