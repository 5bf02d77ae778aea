import { defineStore } from 'pinia'
import { onScopeDispose, ref, watch } from 'vue'
import { call, on } from '../../bridge'
import { useConnections } from '../connections'
import { oneAtATime } from '../../shared/data/latest-only-queue'

/** Counted no more often than this, ms: a sync changes the copy all the time. */
const pace = 2000

/** How many changes of the connection that is open nobody has marked as seen. */
export const useUnseenChanges = defineStore('unseen-changes', () => {
  const connections = useConnections()
  /** null while it is not known. */
  const count = ref<number | null>(null)
  const inTurn = oneAtATime()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** What a marking answered is the newest that is known. */
  function take(connectionId: string, unseen: number | null): void {
    if (connections.active?.id === connectionId) count.value = unseen
  }

  async function ask(connectionId: string): Promise<void> {
    const answer = await call('history:unseen', { connectionId })
    take(connectionId, answer.ok ? answer.value : null)
  }

  function load(): void {
    const id = connections.active?.id
    if (id !== undefined) void inTurn(() => ask(id))
  }

  watch(
    () => connections.active?.id,
    () => {
      count.value = null
      load()
    },
    { immediate: true }
  )
  onScopeDispose(
    on('catalog:changed', ({ connectionId }) => {
      if (connectionId !== connections.active?.id || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        load()
      }, pace)
    })
  )
  onScopeDispose(() => clearTimeout(timer))

  return { count, take }
})
