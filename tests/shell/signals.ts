const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Signal = (typeof signals)[number]

const isSignal = (name: unknown): name is Signal => signals.includes(name as Signal)
/** The signals that are in Electron's hands: it quits in order, and listeners hear nothing. */
const armed = new Set<Signal>()

// Only there so that Node takes the signal; what happens then is decided in `emit`.
const listener = (): void => undefined

/**
 * Makes signals quit the app as far as they do in Electron. To be called before the app's own code runs; returns what is
 * to be called when the app is about to be ready, which is when Electron takes the signals, also from listeners that are
 * there by then. The first listener that is added where none is takes the signal from Electron for good: once that one
 * is removed again, the signal ends the process.
 */
export function quitAtSignals(quit: () => void): () => void {
  const node: NodeJS.EventEmitter = process
  const emit = node.emit.bind(node)
  // Node binds `emit` when it begins to listen to a signal, so the app's listeners must find this one.
  node.emit = (name, ...args) => {
    if (!isSignal(name) || !armed.has(name)) return emit(name, ...args)
    quit()
    return true
  }
  // Before Node's own listener, which asks the system for the signal if nobody has before.
  node.prependListener('newListener', (name: unknown, added: unknown) => {
    if (!isSignal(name) || added === listener || !process.listeners(name).includes(listener)) return
    armed.delete(name)
    process.off(name, listener)
  })
  node.on('removeListener', (name: unknown) => {
    if (isSignal(name) && process.listenerCount(name) === 0) armed.delete(name)
  })
  return () => {
    for (const signal of signals) {
      armed.add(signal)
      if (process.listenerCount(signal) === 0) process.on(signal, listener)
    }
  }
}
