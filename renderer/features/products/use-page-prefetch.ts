import { onScopeDispose, watch } from 'vue'
import type { Connection } from '../../../electron/contract/connection'
import { on } from '../../bridge'
import { useProducts } from '../catalog'

/** While the copy changes, as a sync makes it do all the time, nothing is read ahead, ms. */
const quiet = 1000

/** Reads the pages beside the one on screen from the copy when there is nothing else to do, and forgets them when it changes. */
export function useReadAhead(connection: () => Connection): void {
  const products = useProducts()
  let waiting: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function whenIdle(): void {
    if (waiting !== undefined) cancelIdleCallback(waiting)
    waiting = requestIdleCallback(() => {
      waiting = undefined
      if (timer === undefined) void products.readAhead()
    })
  }

  function forget(): void {
    products.forgetAhead()
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      whenIdle()
    }, quiet)
  }

  watch(() => (products.fetch === 'idle' ? products.shown : null), whenIdle)
  // With another key the store is to be asked before its copy is shown again.
  watch(connection, forget)
  function onChanged(change: { connectionId: string }): void {
    if (change.connectionId === connection().id) forget()
  }
  onScopeDispose(on('catalog:changed', onChanged))
  onScopeDispose(on('reviews:changed', onChanged))
  onScopeDispose(() => {
    clearTimeout(timer)
    if (waiting !== undefined) cancelIdleCallback(waiting)
  })
}
