import { readFileSync } from 'node:fs'
import { inRoot } from '../paths.mjs'

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked */

/** What a package names as a dependency for its own installation alone. @type {Record<string, string[]>} */
const forInstalling = { keytar: ['node-addon-api', 'prebuild-install'] }

/**
 * The packages that npm counts as needed at run time, though only another one's install script uses them: places in
 * package-lock.json, such as `node_modules/tar-fs`.
 * @returns {string[]}
 */
export function installOnlyPackages() {
  /** @type {Record<string, Locked>} */
  const places = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  const run = reachable(places, forInstalling)
  return [...reachable(places, {})].filter((place) => !run.has(place))
}

/**
 * @param {Record<string, Locked>} places
 * @param {Record<string, string[]>} without by package, what is not followed from it
 */
function reachable(places, without) {
  const seen = new Set([''])
  for (const place of seen) {
    const { dependencies, optionalDependencies } = places[place] ?? {}
    const left = without[place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)] ?? []
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = left.includes(name) ? null : resolved(places, place, name)
      if (found !== null) seen.add(found)
    }
  }
  return seen
}

/**
 * Where Node finds a package when it is asked for in another: in its own folder, or in one further up.
 * @param {Record<string, Locked>} places
 * @param {string} from
 * @param {string} name
 * @returns {string | null} null: an optional package that is not locked
 */
function resolved(places, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const candidate = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`
    if (candidate in places) return candidate
    if (place === '') return null
  }
}
