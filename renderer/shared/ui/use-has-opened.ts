import { ref, watch, type Ref } from 'vue'

/**
 * Whether something has been open yet. What is in it is put together when it opens for the first time: a page has some forty
 * tooltips, menus and dialogs, which would be a quarter of all its components at the start of the app.
 */
export function useHasOpened(isOpen: () => boolean): Readonly<Ref<boolean>> {
  const hasOpened = ref(isOpen())
  // What is closed can only open.
  watch(isOpen, () => (hasOpened.value = true), { once: true, flush: 'sync' })
  return hasOpened
}

/**
 * How often a dialog has been opened. As the key of its portal it puts the dialog last in the document, and so over those that are open already: where it
 * was first shown may be before them.
 */
export function useOpenings(isOpen: () => boolean): Readonly<Ref<number>> {
  const openings = ref(isOpen() ? 1 : 0)
  watch(
    isOpen,
    (now) => {
      if (now) openings.value += 1
    },
    { flush: 'sync' }
  )
  return openings
}
