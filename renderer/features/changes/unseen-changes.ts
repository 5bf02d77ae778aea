import { onScopeDispose, ref } from 'vue'
import { call } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { latestOnly } from '../../shared/data/latest-only-queue'

/** Counted no more often than this, ms: a sync changes the copy all the time. */
const pace = 2000

/** How many changes of the connection that is open nobody has marked as seen. */
export const useUnseenChanges = defineConnectionStore((connectionId) => {
  /** null while it is not known. */
  const count = ref<number | null>(null)
  const inTurn = latestOnly()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** What a marking answered is the newest that is known. */
  function take(unseen: number | null): void {
    count.value = unseen
  }

  async function ask(): Promise<void> {
    const answer = await call('history:unseen', { connectionId })
    take(answer.ok ? answer.value : null)
  }

  function load(): void {
    if (connectionId !== '') void inTurn(ask)
  }

  load()
  onConnectionEvent(connectionId, ['catalog:changed'], () => {
    timer ??= setTimeout(() => {
      timer = undefined
      load()
    }, pace)
  })
  onScopeDispose(() => clearTimeout(timer))

  return { count, take }
})
