import { nextTick, watch, type ShallowRef } from 'vue'

/**
 * Selects the text of a field while `isOn` whenever somebody comes to it, by keys or by the pointer, or it changes while they are there: typing
 * replaces it. A pointer that is already in the field places the caret, and one that is dragged selects as usual.
 *
 * @param text what stands in the field
 * @returns listeners for the field
 */
export function useSelectOnFocus(
  field: Readonly<ShallowRef<HTMLInputElement | null>>,
  text: () => string,
  isOn: () => boolean
): { focus: () => void; pointerdown: () => void; click: () => void } {
  let isArriving = false

  function select(): void {
    if (isOn() && document.activeElement === field.value) field.value?.select()
  }
  watch([isOn, text], () => void nextTick(select))

  return {
    focus: select,
    pointerdown: () => {
      isArriving = document.activeElement !== field.value
    },
    // The browser places the caret after the focus has come.
    click: () => {
      const { selectionStart, selectionEnd } = field.value ?? {}
      if (isArriving && selectionStart === selectionEnd) select()
      isArriving = false
    }
  }
}
