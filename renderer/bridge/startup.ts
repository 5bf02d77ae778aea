import { readonly, shallowRef, type Ref } from 'vue'
import type { Channel } from '../../electron/contract/channels'

/** What the first rows are made of. */
const needed: ReadonlySet<Channel> = new Set<Channel>([
  'preferences:get',
  'connections:list',
  'views:get',
  'products:page'
])
/** ms after which the rest is asked for though no rows came: there may be none. */
const longest = 1500
/** What a person does ends the waiting: whatever they want may need anything. */
const gestures = ['pointerdown', 'keydown', 'wheel'] as const

const isOver = shallowRef(true)
let waiting: Promise<unknown> | null = null
let end: () => void = () => undefined

/**
 * At the start of the app: from now on, calls that the first rows do not need wait until `endStartup`, so that the processors work for
 * what a person waits for.
 */
export function beginStartup(): void {
  const over = Promise.withResolvers<null>()
  isOver.value = false
  waiting = over.promise
  const timer = setTimeout(endStartup, longest)
  const options = { capture: true, passive: true }
  for (const gesture of gestures) window.addEventListener(gesture, endStartup, options)
  end = () => {
    clearTimeout(timer)
    for (const gesture of gestures) window.removeEventListener(gesture, endStartup, options)
    isOver.value = true
    waiting = null
    over.resolve(null)
  }
}

/** The first rows can be used, or there are none to wait for. */
export function endStartup(): void {
  end()
  end = () => undefined
}

/** False while the app starts: what is not seen of the first page need not be put together yet. */
export function isStartupOver(): Readonly<Ref<boolean>> {
  return readonly(isOver)
}

/** Settles when the end of the start has come. */
export async function startupEnd(): Promise<void> {
  await waiting
}

/** What a call on this channel has to wait for; null: nothing. */
export function startupWait(channel: Channel): Promise<unknown> | null {
  return needed.has(channel) ? null : waiting
}
