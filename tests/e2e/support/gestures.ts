import type { Page } from '@playwright/test'

/** What a person does with their hands, as it reaches the app. */
export interface Gestures {
  /** Presses of a mouse button. */
  clicks: number
  /** Keys that do something: none that type into a field, go to the next one, or are only held. */
  keys: number
  /** Fields that were typed or pasted into. */
  fields: number
}

declare global {
  interface Window {
    /** Of what is being counted; fields by their elements. */
    countedGestures?: { clicks: number; keys: number; fields: Set<EventTarget> }
  }
}

/**
 * Counts the gestures that `work` needs by the events that the page hears, whichever way they are made: a helper that fills, checks or
 * presses something for a test is counted as a person would be. Only the focus can be put somewhere without a gesture: leave that to keys.
 */
export async function countGestures(page: Page, work: () => Promise<void>): Promise<Gestures> {
  await page.evaluate(begin)
  await work()
  return page.evaluate(() => {
    const { clicks = 0, keys = 0, fields = new Set() } = window.countedGestures ?? {}
    return { clicks, keys, fields: fields.size }
  })
}

/** All of them together. */
export function total({ clicks, keys, fields }: Gestures): number {
  return clicks + keys + fields
}

/** In the page: counts anew. Listens before anything of the app does, once. */
function begin(): void {
  const isFirst = window.countedGestures === undefined
  window.countedGestures = { clicks: 0, keys: 0, fields: new Set() }
  if (!isFirst) return
  const isText = (target: EventTarget | null): boolean =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type))
  const heard = (): { clicks: number; keys: number; fields: Set<EventTarget> } =>
    window.countedGestures ?? { clicks: 0, keys: 0, fields: new Set() }

  // The app repeats keys itself that had to wait: those are nobody's.
  window.addEventListener('pointerdown', ({ isTrusted }) => (heard().clicks += Number(isTrusted)), true)
  window.addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey, target, isTrusted }) => {
      if (!isTrusted || ['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(key)) return
      const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === 'v'
      const isTyped = key.length === 1 ? !(ctrlKey || metaKey) || isPaste : key === 'Backspace'
      if (!isText(target) || !isTyped) heard().keys += 1
    },
    true
  )
  // What is pasted may be taken by the app in place of the field.
  for (const event of ['input', 'paste'])
    window.addEventListener(
      event,
      ({ target }) => {
        if (target !== null && isText(target)) heard().fields.add(target)
      },
      true
    )
}
