import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from '../paths.mjs'

/**
 * Which native binaries the packages for these processors need and node_modules does not have.
 * @param {'darwin' | 'linux' | 'win32'} platform
 * @param {string[]} processors
 * @returns {string[]} names of packages, with the processor
 */
export function missingBinaries(platform, processors) {
  const keytar = processorsOf(inRoot('node_modules', 'keytar', 'build', 'Release', 'keytar.node'))
  return processors.flatMap((arch) => [
    ...(existsSync(inRoot('node_modules', '@img', `sharp-${platform}-${arch}`))
      ? []
      : [`sharp for ${platform}-${arch}`]),
    ...(keytar.includes(arch) ? [] : [`keytar for ${platform}-${arch}`])
  ])
}

/** How each format numbers processors. */
const machO = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
const elf = { 0x3e: 'x64', 0xb7: 'arm64' }
const pe = { 0x8664: 'x64', 0xaa64: 'arm64' }

/**
 * The processors that a binary runs on, as its header says: ELF, PE, Mach-O of one processor or of several.
 * @param {string} file
 * @returns {string[]} none: it is missing, or for another processor
 */
export function processorsOf(file) {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const first = bytes.length < 64 ? 0 : bytes.readUInt32BE(0)
  if (first === 0x7f454c46) return named(elf, [bytes.readUInt16LE(18)])
  if (first >>> 16 === 0x4d5a) return named(pe, [bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4)])
  if (first === 0xcffaedfe) return named(machO, [bytes.readUInt32LE(4)])
  if (first !== 0xcafebabe) return []
  const count = Math.min(bytes.readUInt32BE(4), 2)
  return named(
    machO,
    Array.from({ length: count }, (_, at) => bytes.readUInt32BE(8 + at * 20))
  )
}

/**
 * @param {Record<number, string>} names
 * @param {number[]} numbers
 */
const named = (names, numbers) => numbers.flatMap((number) => names[number] ?? [])
