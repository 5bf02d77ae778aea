import { defineStore } from 'pinia'
import {
  computed,
  defineComponent,
  effectScope,
  hasInjectionContext,
  inject,
  onScopeDispose,
  provide,
  markRaw,
  reactive,
  shallowRef,
  type EffectScope,
  type InjectionKey,
  type Reactive
} from 'vue'
import type { EventName, Events } from '../../../electron/contract/channels'
import { on } from '../../bridge'

/** What lives while a connection is open: its stores, with their listeners and timers. */
interface ConnectionScope {
  readonly connectionId: string
  readonly effects: EffectScope
}

/** The scope whose store is being set up: other stores that it uses belong to the same connection. */
let making: ConnectionScope | null = null

function scopeOf(connectionId: string): ConnectionScope {
  return markRaw({ connectionId, effects: effectScope(true) })
}

/** Runs the setup of a store. In a scope that has ended it listens to nothing. */
function make<S extends object>(scope: ConnectionScope, setup: (connectionId: string) => S): Reactive<S> {
  const { active } = scope.effects
  const effects = active ? scope.effects : effectScope(true)
  const before = making
  making = scope
  try {
    const store = effects.run(() => reactive(setup(scope.connectionId)))
    if (!store) throw new Error('a scope that has ended makes nothing')
    return store
  } finally {
    making = before
    if (!active) effects.stop()
  }
}

const scopeKey: InjectionKey<ConnectionScope> = Symbol('connection')

/** The open connection: the only place that says which it is. */
export const useOpenConnection = defineStore('open-connection', () => {
  const scope = shallowRef(scopeOf(''))

  /** Disposes of the stores of the previous connection; null: none is open. Their pending results do not affect the new ones. */
  function open(id: string | null): void {
    const before = scope.value
    if (before.connectionId === (id ?? '')) return
    scope.value = scopeOf(id ?? '')
    before.effects.stop()
  }

  onScopeDispose(() => scope.value.effects.stop())
  return { scope, id: computed(() => scope.value.connectionId || null), open }
})

/** What is in it goes on with the stores of the connection that is open now, also where another one is opened before it has gone. */
export const OfConnection = defineComponent((_, { slots }) => {
  provide(scopeKey, useOpenConnection().scope)
  return () => slots.default?.()
})

/**
 * Defines a store that belongs to the connection that is open; `connectionId` is '' while none is. Inside of `OfConnection`, and in
 * the setup of another such store, the function returned gives the store of that connection; elsewhere one that follows the
 * connection that is open.
 */
export function defineConnectionStore<S extends object>(
  setup: (connectionId: string) => S
): () => Reactive<S> {
  const stores = new WeakMap<ConnectionScope, Reactive<S>>()

  function of(scope: ConnectionScope): Reactive<S> {
    const known = stores.get(scope)
    if (known) return known
    const made = make(scope, setup)
    stores.set(scope, made)
    return made
  }

  return () => {
    const own = making ?? (hasInjectionContext() ? inject(scopeKey, null) : null)
    if (own) return of(own)
    const connection = useOpenConnection()
    return follower(() => of(connection.scope))
  }
}

/** A proxy for whatever `current` returns at the time. */
function follower<T extends object>(current: () => T): T
function follower(current: () => object): object {
  return new Proxy(
    {},
    {
      get: (_, name): unknown => Reflect.get(current(), name),
      set: (_, name, value) => Reflect.set(current(), name, value),
      has: (_, name) => Reflect.has(current(), name),
      ownKeys: () => Reflect.ownKeys(current()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name)
    }
  )
}

type ConnectionEvent = {
  [E in EventName]: Events[E] extends { connectionId: string } ? E : never
}[EventName]

/** Listens to events of the main process about a connection, until the calling scope ends. */
export function onConnectionEvent<E extends ConnectionEvent>(
  connectionId: string | (() => string),
  events: readonly E[],
  run: (payload: Events[E]) => void
): void {
  const id = typeof connectionId === 'string' ? () => connectionId : connectionId
  for (const event of events) {
    onScopeDispose(
      on(event, (payload) => {
        if (payload.connectionId === id()) run(payload)
      })
    )
  }
}
