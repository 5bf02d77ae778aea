/** A product that is not painted after this, ms, is waited for no longer: its picture may never come. */
const patience = 150

/** Its promise ends once the product that later keys are for is on screen. */
type Act = () => void | Promise<void>

/** What keys ask for while the product that they are for comes on screen: held, and done in order (fault 134). */
export interface PaintGate {
  /** Something is held, or under way: what comes now has to wait behind it. */
  isHolding: () => boolean
  /** Does it at once, or once what is on screen is painted; after all that is held already. */
  pass: (act: Act) => void
  /** Does at once what was held itself; what is held waits until it has ended. */
  start: (act: Act) => void
  /** Another product is on screen, and not painted yet. */
  shut: () => void
  /** No product is on screen, as the queue is being read: waits for it, however long that takes. */
  wait: () => void
  /** What is on screen is painted. */
  open: () => void
  /** Nothing of what is held is done anymore: nobody has seen what it was for. */
  drop: () => void
}

export function createPaintGate(): PaintGate {
  const held: Act[] = []
  let isOpen = true
  let isRunning = false
  let underWay = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      // What one does may shut it for the next, or take a while.
      while (isOpen && underWay === 0) {
        const act = held.shift()
        if (act === undefined) break
        await act()
      }
    } finally {
      isRunning = false
    }
  }

  function start(act: Act): void {
    const ending = act()
    if (ending === undefined) return
    underWay += 1
    void ending.finally(() => {
      underWay -= 1
      void run()
    })
  }

  function open(): void {
    clearTimeout(timer)
    isOpen = true
    void run()
  }

  function wait(): void {
    clearTimeout(timer)
    isOpen = false
  }

  const isHolding = (): boolean => !isOpen || isRunning || underWay > 0 || held.length > 0

  return {
    isHolding,
    pass(act) {
      if (isHolding()) held.push(act)
      else start(act)
    },
    start,
    wait,
    shut() {
      wait()
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
