import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writeChecksums } from '../../../scripts/package/checksums.mjs'
import { installOnlyPackages } from '../../../scripts/package/install-only.mjs'
import { shippedBom } from '../../../scripts/package/sbom.ts'
import { inRoot } from '../../../scripts/paths.mjs'
import { shippedPackages } from '../../../scripts/licenses.ts'

const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), type: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      scope: z.literal('required'),
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
      licenses: z.array(z.unknown()).min(1)
    })
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) }))
})

describe('the bill of materials of a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bill-'))
  let bill: z.infer<typeof billSchema>
  beforeAll(() => {
    execFileSync(process.execPath, [inRoot('scripts', 'package', 'sbom.ts'), folder, 'linux-x64'])
    bill = billSchema.parse(JSON.parse(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('lists every package that is shipped, Electron too, each with its license and its hash', () => {
    const names = bill.components.map(({ name }) => name)
    const forInstalling = installOnlyPackages().map((place) =>
      place.slice(place.lastIndexOf('node_modules/') + 13)
    )
    const shipped = shippedPackages(inRoot()).map(({ name }) => name)
    expect(shipped.filter((name) => !names.includes(name) && !forInstalling.includes(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['electron', 'vue', 'zod', 'sharp', 'keytar', 'axios']))
    expect(names).not.toContain('prebuild-install')
    expect(bill.components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512')).toEqual([])
  })

  it('lists nothing that only builds or tests, and no host of a registry', () => {
    const names = bill.components.map(({ name }) => name)
    const tools = ['vite', 'vitest', 'typescript', 'electron-builder', 'playwright', 'eslint', 'knip']
    expect(names.filter((name) => tools.includes(name))).toEqual([])
    expect(JSON.stringify(bill)).not.toMatch(/https?:\/\/[^"]*registry/)
  })

  it('is of the app, and names no package that it does not list', () => {
    expect(bill.metadata.component).toMatchObject({ name: 'vitrine', type: 'application' })
    const { name, version } = bill.metadata.component
    const known = new Set([
      `${name}@${version}`,
      ...bill.components.map((each) => `${each.name}@${each.version}`)
    ])
    const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(named.filter((each) => !known.has(each))).toEqual([])
  })

  it('has a sum of its own beside those of the packages', async () => {
    await writeChecksums(folder, 'linux-x64')
    expect(readFileSync(join(folder, 'SHA256SUMS-linux-x64.txt'), 'utf8')).toMatch(
      /^[0-9a-f]{64} {2}Vitrine-.*-linux-x64\.cdx\.json\n$/
    )
  })

  it('keeps what a component is known by', () => {
    const component = { 'bom-ref': 'a@1', name: 'a', version: '1', scope: 'optional', purl: 'pkg:npm/a@1' }
    const development = { name: 'cdx:npm:package:development', value: 'true' }
    const app = { 'bom-ref': 'x@1', name: 'folder', version: '1', type: 'library' }
    const bom = {
      metadata: { component: app },
      components: [
        { ...component, properties: [development] },
        { ...component, 'bom-ref': 'a@2', version: '2' }
      ],
      dependencies: [{ ref: 'x@1', dependsOn: ['a@1', 'a@2'] }, { ref: 'a@2' }]
    }
    expect(shippedBom(bom, new Set(['a@1']))).toEqual({
      metadata: { component: { ...app, name: 'vitrine', type: 'application' } },
      components: [{ ...component, scope: 'required', properties: [] }],
      dependencies: [{ ref: 'x@1', dependsOn: ['a@1'] }]
    })
  })
})
