import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { Failure } from '../../../../electron/contract/failure'
import { call } from '../../../bridge'
import { useBridgeQuery } from '../../../shared/data/queries'
import { useSelection } from '../../catalog'

export interface Assigning {
  /** Opens the list of people: who there is, is asked when somebody wants to know, since it is counted what each has marked. */
  isOpen: Ref<boolean>
  /** Those who exchange with the team, by their names. */
  people: ComputedRef<string[]>
  isBusy: Ref<boolean>
  /** How many products the last assignment gave to others, and to whom; null: there was none, or it failed. */
  assigned: ShallowRef<{ count: number; to: readonly string[] } | null>
  failure: ShallowRef<Failure | null>
  /** Assigns what is selected: evenly to several, [] to nobody. */
  assign: (to: string[]) => Promise<void>
}

/** Assigns what is selected to people of the team. To be called in the setup of a component. */
export function useAssigning(connectionId: () => string): Assigning {
  const selection = useSelection()
  const [isOpen, isBusy] = [ref(false), ref(false)]
  const assigned: Assigning['assigned'] = shallowRef(null)
  const failure = shallowRef<Failure | null>(null)
  const team = useBridgeQuery('team:state', () => (isOpen.value ? { connectionId: connectionId() } : null))
  const people = computed(() =>
    (team.data.value?.members ?? [])
      .filter(({ devices }) => devices.some(({ hasLeft, isRemoved }) => !hasLeft && !isRemoved))
      .map(({ name }) => name)
      .filter((name) => name !== '')
  )

  async function assign(to: string[]): Promise<void> {
    const marked = selection.asMarked()
    if (marked === null) return
    isBusy.value = true
    const of = 'products' in marked ? { products: marked.products.map(({ id }) => id) } : marked
    const answer = await call('reviews:assign', { connectionId: connectionId(), to, of })
    isBusy.value = false
    assigned.value = answer.ok ? { count: answer.value.assigned, to } : null
    failure.value = answer.ok ? null : answer.failure
  }

  return { isOpen, people, isBusy, assigned, failure, assign }
}
