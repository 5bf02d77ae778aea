import { onScopeDispose } from 'vue'

export interface PointerDrag {
  move: (event: PointerEvent) => void
  /** `isKept`: it was let go of; otherwise it was called off, by Escape, by the system, or since its component has gone. */
  end: (isKept: boolean) => void
}

/** Returns what follows a press of the pointer until that is let go of. One at a time; none outlives its component. */
export function usePointerDrag(): (event: PointerEvent, drag: PointerDrag) => void {
  let callOff = (): void => undefined
  onScopeDispose(() => callOff())

  return (event, { move, end }) => {
    const handle = event.currentTarget
    if (!(handle instanceof HTMLElement)) return
    callOff()
    const listening = new AbortController()
    const { signal } = listening
    const finish = (isKept: boolean): void => {
      if (signal.aborted) return
      listening.abort()
      end(isKept)
    }
    callOff = () => finish(false)
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move, { signal })
    handle.addEventListener('pointerup', () => finish(true), { signal })
    handle.addEventListener('pointercancel', () => finish(false), { signal })
    // It is lost without an end where the system lets go of the pointer; after an end it is lost as well.
    handle.addEventListener('lostpointercapture', () => finish(false), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && finish(false), { signal })
  }
}
