import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ReviewProgress } from '../../../../electron/contract/review'
import { call, on } from '../../../bridge'
import { useConnections } from '../../connections'
import { emptyQuery } from '../../../../electron/contract/empty-query'
import { oneAtATime } from '../../../shared/data/latest-only-queue'

/** Counted no more often than this, ms: a sync changes the copy all the time. */
const pace = 2000

/** How many products of the connection that is open wait to be reviewed. */
export const useToDo = defineStore('to-do', () => {
  const connections = useConnections()
  const progress = shallowRef<ReviewProgress | null>(null)
  const inTurn = oneAtATime()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(connectionId: string): Promise<void> {
    const answer = await call('reviews:progress', { connectionId, productQuery: emptyQuery })
    if (connections.active?.id !== connectionId) return
    progress.value = answer.ok ? answer.value : null
  }

  function load(): void {
    const id = connections.active?.id
    if (id !== undefined) void inTurn(() => ask(id))
  }

  function follow({ connectionId }: { connectionId: string }): void {
    if (connectionId !== connections.active?.id || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      load()
    }, pace)
  }

  watch(
    () => connections.active?.id,
    () => {
      progress.value = null
      load()
    },
    { immediate: true }
  )
  onScopeDispose(on('reviews:changed', follow))
  onScopeDispose(on('catalog:changed', follow))
  onScopeDispose(() => clearTimeout(timer))

  /** Unreviewed products, and those that changed since they were approved; null while that is not known. */
  const count = computed(() => (progress.value ? progress.value.unreviewed + progress.value.changed : null))

  return { count }
})
