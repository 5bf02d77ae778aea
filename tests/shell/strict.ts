import { EventEmitter } from 'node:events'

/** The error for whatever the shell does not have; it names the API in full, so that nothing fails silently. */
export function missing(name: string): Error {
  return new Error(`electron: ${name} is not part of the Chromium shell`)
}

/** Names that JavaScript itself asks of any value (await, JSON, module interop): absent, but no mistake of the app. */
export function isAskedByLanguage(key: string): boolean {
  return ['then', 'toJSON', '__esModule', 'module.exports'].includes(key)
}

/**
 * Returns the target behind a proxy that throws by full name for every property the target does not have. This
 * function and the two above are also injected into pages by their text.
 */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver): unknown {
      if (typeof key === 'string' && !(key in object) && !isAskedByLanguage(key))
        throw missing(`${name}.${key}`)
      return Reflect.get(object, key, receiver)
    }
  })
}

/** Returns an export that may be imported but not used: a property, a call or `new` throws by full name. */
export function absent(name: string): object {
  // Any class will do as a target: what is to be refused by `new` must be one.
  return new Proxy(Object, {
    get(_object, key): undefined {
      if (typeof key === 'string' && !isAskedByLanguage(key)) throw missing(`${name}.${key}`)
    },
    apply() {
      throw missing(name)
    },
    construct() {
      throw missing(name)
    }
  })
}

/** An emitter that refuses listeners for events it never emits. */
export class StrictEmitter extends EventEmitter {
  constructor(owner: string, events: readonly string[]) {
    super()
    this.setMaxListeners(50)
    // `newListener` is emitted before any kind of listener is added, so one check covers on, once and prepend.
    this.on('newListener', (event: string | symbol) => {
      if (event === 'removeListener' || events.includes(String(event))) return
      throw missing(`${owner} event '${String(event)}'`)
    })
  }
}

export interface Cancelable {
  defaultPrevented: boolean
  preventDefault(): void
}

/** Electron's event object: the given one, with `preventDefault`. */
export function cancelable<T extends object>(properties: T): T & Cancelable {
  const event = Object.assign(properties, {
    defaultPrevented: false,
    preventDefault(): void {
      event.defaultPrevented = true
    }
  })
  return event
}
