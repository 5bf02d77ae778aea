import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Checkup } from '../../electron/contract/doctor'
import type { Failure } from '../../electron/contract/failure'
import { call, on } from '../bridge'

/** The checkup of a connection: which one is open, and what it has found so far. */
export const useDoctor = defineStore('doctor', () => {
  /** The connection whose checkup is shown; null: none is. */
  const openFor = ref<string | null>(null)
  const checkup = shallowRef<Checkup | null>(null)
  const isRunning = ref(false)
  /** Why there is no checkup at all. */
  const failed = shallowRef<Failure | null>(null)
  let runs = 0

  onScopeDispose(
    on('doctor:changed', (news) => {
      if (isRunning.value && news.connectionId === openFor.value) checkup.value = news
    })
  )

  /** Looks at the connection from the beginning. */
  async function run(): Promise<void> {
    const connectionId = openFor.value
    if (connectionId === null) return
    const mine = ++runs
    isRunning.value = true
    checkup.value = null
    failed.value = null
    const answer = await call('doctor:run', { connectionId })
    if (mine !== runs) return
    isRunning.value = false
    if (answer.ok) checkup.value = answer.value
    else failed.value = answer.failure
  }

  /** Ends the checkup under way; what it has found stays. */
  function cancel(): void {
    if (isRunning.value) void call('doctor:cancel', undefined)
  }

  return {
    openFor,
    checkup,
    isRunning,
    failed,
    run,
    cancel,
    /** Opens the checkup of a connection, and begins it. */
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
