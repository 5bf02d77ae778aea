// Loaded first in a utility process: gives it `process.parentPort`, and sees to it that it ends with its parent.
const { EventEmitter } = process.getBuiltinModule('node:events')
const { Worker, isMainThread } = process.getBuiltinModule('node:worker_threads')

if (isMainThread) {
  const port = new EventEmitter()
  const postMessage = (/** @type {any} */ message) => void process.send?.(message)
  /** @type {unknown[]} */
  const early = []
  const keep = (/** @type {unknown} */ data) => early.push(data)
  process.on('message', keep)
  // As in Electron, messages wait for the first listener.
  port.on('newListener', (name) => {
    if (name !== 'message' || port.listenerCount('message') > 0) return
    process.off('message', keep)
    process.on('message', (data) => port.emit('message', { data, ports: [] }))
    queueMicrotask(() => early.splice(0).forEach((data) => port.emit('message', { data, ports: [] })))
  })
  Object.defineProperty(process, 'parentPort', { value: Object.assign(port, { postMessage }) })
  Object.defineProperty(process, 'type', { value: 'utility' })
  process.on('disconnect', () => process.exit(0))
  // A process that hangs in a loop does not hear `disconnect`; a thread of its own does not hang with it.
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`
  new Worker(watch, { eval: true, execArgv: [] }).unref()
}
