import { readonly, shallowRef, type Ref } from 'vue'
import type { Channel } from '../../electron/contract/channels'

/** Channels that the first rows, or the page Today, need. */
const needed: ReadonlySet<Channel> = new Set<Channel>([
  'preferences:get',
  'connections:list',
  'views:get',
  'products:page',
  'today:summary'
])
/** ms after which the start ends even without rows: there may be none. */
const longest = 1500
/** Input of the person ends the start: they may need anything. */
const gestures = ['pointerdown', 'keydown', 'wheel'] as const

const isOver = shallowRef(true)
let waiting: Promise<unknown> | null = null
let end: () => void = () => undefined

/**
 * Call at the start: delays calls that the first rows do not need until `endStartup`, so that the processors work for what the person
 * waits for.
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

/** Call when the first rows can be used, or there are none to wait for. */
export function endStartup(): void {
  end()
  end = () => undefined
}

/** False during the start: parts of the first page that are out of sight need not be rendered yet. */
export function isStartupOver(): Readonly<Ref<boolean>> {
  return readonly(isOver)
}

/** Resolves at the end of the start. */
export async function startupEnd(): Promise<void> {
  await waiting
}

/** What a call on this channel must wait for; null: nothing. */
export function startupWait(channel: Channel): Promise<unknown> | null {
  return needed.has(channel) ? null : waiting
}
