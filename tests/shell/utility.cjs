// Loaded first in a utility process: gives it `process.parentPort`, and sees to it that it ends with its parent.
const { EventEmitter } = process.getBuiltinModule('node:events')
const { Worker, isMainThread } = process.getBuiltinModule('node:worker_threads')

if (isMainThread) {
  const port = new EventEmitter()
  const send = process.send?.bind(process)
  /** @param {unknown} message */
  const postMessage = (message) => {
    try {
      send?.({ data: structuredClone(message) })
    } catch (error) {
      const isClone = error instanceof Error && error.name === 'DataCloneError'
      throw isClone ? new Error('An object could not be cloned.') : error
    }
  }
  /** @type {unknown[]} */
  const early = []
  const keep = (/** @type {{ data: unknown }} */ { data }) => early.push(data)
  process.on('message', keep)
  // As in Electron, messages wait for the first listener.
  port.on('newListener', (name) => {
    if (name !== 'message' || port.listenerCount('message') > 0) return
    process.off('message', keep)
    process.on('message', (/** @type {{ data: unknown }} */ { data }) =>
      port.emit('message', { data, ports: [] })
    )
    queueMicrotask(() => early.splice(0).forEach((data) => port.emit('message', { data, ports: [] })))
  })
  Object.defineProperty(process, 'parentPort', { value: Object.assign(port, { postMessage }) })
  Object.defineProperty(process, 'type', { value: 'utility' })
  // Node's own way to the parent, which Electron does not have.
  Object.defineProperty(process, 'send', { value: undefined })
  // Electron's way to play a fatal error of V8: the parent is told, and the process dies.
  const triggerFatalErrorForTesting = () => {
    const end = () => process.kill(process.pid, 'SIGSEGV')
    const report = JSON.stringify({ ...process.report.getReport(), environmentVariables: {} })
    send?.({ fatal: ['FatalError', 'v8::Context::New()', report] }, undefined, undefined, end)
  }
  const bindings = { electron_common_v8_util: { triggerFatalErrorForTesting } }
  const linkedBinding = (/** @type {keyof typeof bindings} */ name) => {
    if (name in bindings) return bindings[name]
    throw new Error(`No such binding was linked: ${name}`)
  }
  Object.defineProperty(process, '_linkedBinding', { value: linkedBinding })
  process.on('disconnect', () => process.exit(0))
  // A process that hangs in a loop does not hear `disconnect`; a thread of its own does not hang with it.
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`
  new Worker(watch, { eval: true, execArgv: [] }).unref()
}
