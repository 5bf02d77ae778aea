import { onScopeDispose, watch, type Ref } from 'vue'

/** Where the keyboard is: what is to have the focus, and what it is in. */
export interface FocusPlace {
  to: HTMLElement
  within: HTMLElement
}

let isPutting = false

/** Whether a list, which was read again, is just putting the focus elsewhere, as during `focusin`: nobody went to what stands there. */
export const isFocusPut = (): boolean => isPutting

/** Where the keyboard goes on in each list that is shown, by the element that scrolls. */
const lists = new WeakMap<Element, (from: HTMLElement) => void>()

/**
 * Gives the focus back to what had it before something lay over the page. Rows are used for other products: where one of them stands for
 * another by now, or for none, the list puts the focus where the keyboard belongs.
 */
export function returnFocus(to: HTMLElement): void {
  for (let place: Element | null = to; place !== null; place = place.parentElement) {
    const goOn = lists.get(place)
    if (goOn) {
      goOn(to)
      return
    }
  }
  to.focus()
}

export interface FocusRetention {
  /** The keyboard is in the rows, whether or not what it is on can hold the focus just now. */
  isHeld: () => boolean
  /** The keyboard has come. */
  hold: () => void
  /** The keyboard is no longer in the rows, whatever is rendered. */
  release: () => void
  /** What the keyboard is on stands elsewhere since the list was read again: the next `settle` puts it there. */
  put: () => void
  /** Where it stands now is not known yet: the focus waits on the list until `put`, or until the keyboard comes to a row. */
  suspend: () => void
  isSuspended: () => boolean
  /** The rows of another list stand there now: what the focus waited for does not matter anymore. */
  resume: () => void
  /**
   * Puts the focus where the keyboard is: on its place, or on the list while that is not there. What has the focus in the same
   * row keeps it, unless the keyboard is moving.
   */
  settle: (isMoving?: boolean) => void
  onFocusout: (event: FocusEvent) => void
}

/**
 * Keeps the focus of a list of which only some rows are in the document: it waits on the list itself while its row is not there,
 * and goes back to it when it is. `rendered` changes whenever other rows are rendered; `place` is where the keyboard
 * is, null while that is not in the document; `isInside` whether something belongs to the rows.
 */
export function useFocusRetention(
  scroller: Readonly<Ref<HTMLElement | null>>,
  rendered: () => unknown,
  place: () => FocusPlace | null,
  isInside: (target: EventTarget | null) => boolean
): FocusRetention {
  let hasFocus = false
  let rendering = false
  let isPut = false
  /** The list has put the focus where it is: nobody went there. */
  let isThereByList = false
  let isSuspended = false

  function settle(isMoving = false): void {
    const list = scroller.value
    if (!hasFocus || !list) return
    const now = document.activeElement
    // The focus is in a dialog, or on a row's details: it is given back from there.
    if (now !== null && now !== document.body && !list.contains(now)) return
    const at = isSuspended ? null : place()
    const isByList = isPut && !isMoving
    if (isMoving || at !== null) isPut = false
    if (!isMoving && at !== null && now !== at.within && at.within.contains(now)) return
    const to = at?.to ?? list
    // Rows that were rendered on the way may have had it put there, where a person goes just now: they come there all the same.
    if (isMoving && to === now && isThereByList) to.blur()
    if (to !== document.activeElement) focus(to, isByList)
  }

  function focus(to: HTMLElement, isByList: boolean): void {
    isPutting = isByList
    to.focus({ preventScroll: true })
    isPutting = false
    isThereByList = isByList
  }

  /** From what lay over the page, whose focus came from here: nobody goes anywhere by that. */
  function goOn(from: HTMLElement): void {
    hasFocus = true
    const at = isSuspended ? null : place()
    const isThere = at?.within.contains(from) === true && !isPut
    focus(isThere ? from : (at?.to ?? scroller.value ?? from), true)
    if (at !== null) isPut = false
  }

  watch(
    scroller,
    (now, before) => {
      if (before) lists.delete(before)
      if (now) lists.set(now, goOn)
    },
    { immediate: true }
  )
  onScopeDispose(() => {
    if (scroller.value) lists.delete(scroller.value)
  })

  /** Leaving the rows lets go of them, unless it was the row that left. */
  function onFocusout(event: FocusEvent): void {
    if (rendering) return
    const to = event.relatedTarget
    hasFocus = to instanceof Node && (isInside(to) || to === scroller.value)
  }

  watch(rendered, () => (rendering = true))
  watch(
    rendered,
    () => {
      rendering = false
      settle()
    },
    { flush: 'post' }
  )
  return {
    isHeld: () => hasFocus,
    hold() {
      hasFocus = true
      isSuspended = false
    },
    release() {
      hasFocus = false
      isSuspended = false
    },
    put() {
      isPut = true
      isSuspended = false
    },
    suspend: () => (isSuspended = hasFocus),
    isSuspended: () => isSuspended,
    resume: () => (isSuspended = false),
    settle,
    onFocusout
  }
}
