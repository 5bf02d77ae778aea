import { ref, watch, type Ref } from 'vue'

/**
 * Whether something has been open yet. What is in it is put together when it opens for the first time: a page has some forty
 * tooltips, menus and dialogs, which would be a quarter of all its components at the start of the app.
 */
export function useHasOpened(isOpen: () => boolean): Readonly<Ref<boolean>> {
  const hasOpened = ref(isOpen())
  const stop = watch(
    isOpen,
    (open) => {
      hasOpened.value ||= open
      if (open) stop()
    },
    { flush: 'sync' }
  )
  return hasOpened
}
