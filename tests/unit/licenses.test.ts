import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dependencies } from '../../package.json'
import { shippedPackages } from '../../scripts/licenses.ts'

const packages = shippedPackages(join(import.meta.dirname, '..', '..'))
const names = packages.map(({ name }) => name)

describe('the licenses of what is shipped', () => {
  it('are of everything that the main process loads, and of what that needs', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
    // Of axios and of pino.
    expect(names).toEqual(expect.arrayContaining(['follow-redirects', 'thread-stream']))
  })

  it('are of what is bundled, the font too, and of nothing that only builds or tests', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'vue',
        '@vue/runtime-dom',
        'pinia',
        'reka-ui',
        '@lucide/vue',
        '@fontsource-variable/inter',
        'zod',
        '@cj-tech-master/excelts'
      ])
    )
    expect(names.filter((name) => ['vite', 'vitest', 'electron-vite', 'playwright'].includes(name))).toEqual(
      []
    )
  })

  it('are of what a package was made out of as well', () => {
    const text = packages.find(({ name }) => name === '@cj-tech-master/excelts')?.text
    expect(text).toContain('Copyright (c) 2014-2019 Guyon Roche')
  })

  it('are named, each with its text where the package brings it', () => {
    expect(packages.filter(({ license }) => license === '')).toEqual([])
    expect(packages.filter(({ text }) => text !== '').length).toBeGreaterThan(packages.length * 0.9)
  })
})
