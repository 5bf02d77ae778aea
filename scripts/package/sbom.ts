import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages } from '../licenses.ts'
import { npmCommand } from '../npm.mjs'
import { inRoot } from '../paths.mjs'
import { installOnlyPackages } from './install-only.mjs'

/** A package in CycloneDX's form, as far as it is looked at here. */
interface Component {
  'bom-ref': string
  name: string
  version: string
  scope?: string
  properties?: { name: string; value: string }[]
}

/** A bill of materials (CycloneDX 1.5, JSON) as npm writes it. */
interface Bom {
  metadata: { component: Component & { type: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * The bill of what is shipped, of npm's bill of everything that is installed: what the main process loads, what is bundled (which npm
 * calls development), and Electron. Each component keeps its license and the SHA-512 of its package.
 *
 * @param shipped `name@version` of each
 */
export function shippedBom(bom: Bom, shipped: ReadonlySet<string>): Bom {
  const isShipped = ({ name, version }: Component): boolean => shipped.has(`${name}@${version}`)
  const components = bom.components.filter(isShipped).map((component) => ({
    ...component,
    scope: 'required',
    properties: (component.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:development')
  }))
  const app = { ...bom.metadata.component, name: 'vitrine', type: 'application' }
  const refs = new Set([app['bom-ref'], ...components.map((component) => component['bom-ref'])])
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  return { ...bom, metadata: { ...bom.metadata, component: app }, components, dependencies }
}

/** `name@version` of all packages that are in the app as it is made here, Electron included. */
export function shippedNames(): Set<string> {
  const lock: {
    packages: Record<string, { version?: string }>
  } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const nameAt = (place: string): string =>
    `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${lock.packages[place]?.version ?? ''}`
  const names = shippedPackages(inRoot()).map(({ name, version }) => `${name}@${version}`)
  const unshipped = new Set(installOnlyPackages().map(nameAt))
  return new Set([...names.filter((name) => !unshipped.has(name)), nameAt('node_modules/electron')])
}

/**
 * Writes the bill beside the packages, as `Vitrine-<version>-<system>.cdx.json`, and returns its path. Throws where npm fails, or does not
 * know a package that is shipped.
 */
export function writeBom(folder: string, system: string): string {
  const [npm, ...before] = npmCommand()
  const args = [...before, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: inRoot(),
    maxBuffer: 100_000_000,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  }
  const all: Bom = JSON.parse(execFileSync(npm, args, options))
  const shipped = shippedNames()
  const bom = shippedBom(all, shipped)
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const missing = [...shipped].filter((name) => !listed.has(name))
  if (missing.length > 0) throw new Error(`npm's bill of materials lacks ${missing.join(', ')}`)
  const file = join(folder, `Vitrine-${bom.metadata.component.version}-${system}.cdx.json`)
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
  return file
}

if (import.meta.main) {
  const [folder, system] = process.argv.slice(2)
  if (folder === undefined || system === undefined) throw new Error('Which folder, and for which system?')
  console.log(`Bill of materials: ${writeBom(folder, system)}`)
}
