/** A product that is not painted after this, ms, is waited for no longer: its picture may never come. */
const patience = 150

/** What keys ask for while the product that they are for comes on screen: held, and done in order (fault 134). */
export interface PaintGate {
  /** Something is held: what comes now has to wait behind it. */
  isHolding: () => boolean
  /** Does it at once, or once what is on screen is painted; after all that is held already. */
  pass: (act: () => void | Promise<void>) => void
  /** Another product is on screen, and not painted yet. */
  shut: () => void
  /** What is on screen is painted. */
  open: () => void
  /** Nothing of what is held is done anymore: nobody has seen what it was for. */
  drop: () => void
}

export function createPaintGate(): PaintGate {
  const held: (() => void | Promise<void>)[] = []
  let isOpen = true
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    // What one does may shut it for the next.
    while (isOpen) {
      const act = held.shift()
      if (act === undefined) break
      await act()
    }
    isRunning = false
  }

  function open(): void {
    clearTimeout(timer)
    isOpen = true
    void run()
  }

  const isHolding = (): boolean => !isOpen || isRunning || held.length > 0

  return {
    isHolding,
    pass(act) {
      if (isHolding()) held.push(act)
      else void act()
    },
    shut() {
      isOpen = false
      clearTimeout(timer)
      timer = setTimeout(open, patience)
    },
    open,
    drop() {
      clearTimeout(timer)
      isOpen = true
      held.length = 0
    }
  }
}
