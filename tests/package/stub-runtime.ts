import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Electron's binary keeps its fuses: after this mark, their version and their number (electron/fuses). */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 9

/**
 * A folder that stands in for Electron's runtime of Linux, so that a package can be made where that cannot be had: nothing
 * in it runs. Its "binary" holds fuses, which electron-builder sets as in the real one.
 */
export function writeStubRuntime(folder: string, version: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  const fuses = [Buffer.from(fuseMark), Buffer.from([1, fuseCount]), Buffer.alloc(fuseCount, '1')]
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), ...fuses, Buffer.alloc(64)]))
  writeFileSync(join(folder, 'version'), version)
  writeFileSync(join(folder, 'resources', 'default_app.asar'), 'A stub.')
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'chrome_crashpad_handler']) {
    writeFileSync(join(folder, name), 'A stub.')
  }
}
