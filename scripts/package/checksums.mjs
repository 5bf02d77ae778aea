import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** What a release is made of: not electron-builder's notes to itself. */
const released = /^(?!builder-).*\.(exe|dmg|zip|AppImage|deb|rpm|blockmap|yml|cdx\.json)$/

/**
 * Writes the SHA-256 of every package in a folder into one file beside them, as `sha256sum --check` reads it; none where there is no
 * package.
 * @param {string} folder
 * @param {string} system such as `linux-x64`, part of the file's name
 */
export async function writeChecksums(folder, system) {
  if (!existsSync(folder)) return
  const lines = []
  for (const name of readdirSync(folder)
    .filter((file) => released.test(file))
    .sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  if (lines.length > 0) writeFileSync(join(folder, `SHA256SUMS-${system}.txt`), lines.join(''))
}
