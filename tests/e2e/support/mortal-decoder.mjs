/**
 * Started in place of the app's decoder, whose entry is its first argument: writes its environment into the file that is its second, and
 * dies of pictures that say so before the decoder sees them. All others the app's own decoder gets.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [entry = '', report = ''] = process.argv.slice(2)
writeFileSync(report, JSON.stringify(process.env))

/** As when the engine itself finds that it cannot go on: Electron tells its parent by 'error', before 'exit'. */
function failFatally() {
  const { _linkedBinding: binding } = /** @type {any} */ (process)
  if (binding === undefined || process.versions.electron === undefined) process.abort()
  binding.call(process, 'electron_common_v8_util').triggerFatalErrorForTesting()
}

function hoard() {
  const all = []
  for (;;) all.push(new Array(10_000).fill(all.length))
}

process.parentPort.on('message', ({ data }) => {
  const end = Buffer.from(data.bytes).toString('latin1').slice(-20)
  if (end.endsWith('fatal error')) failFatally()
  if (end.endsWith('out of memory')) hoard()
  // As the system does, where a picture takes more memory than there is.
  if (end.endsWith('killed')) process.kill(process.pid, 'SIGKILL')
})
await import(pathToFileURL(entry).href)
