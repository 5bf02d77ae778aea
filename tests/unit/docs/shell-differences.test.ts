import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const tests = join(import.meta.dirname, '../..')
const readText = (path: string): string => readFileSync(join(tests, path), 'utf8')

/** The table in the shell's README of all differences to Electron: their number, and what holds. */
const rows = [...readText('shell/README.md').matchAll(/^\| (\d+) +\|.*\| (.+?) +\|$/gm)].map(
  ([, number, holds = '']) => ({ number: Number(number), holds })
)

const folders = { Shell: ['shell/tests'], Electron: ['e2e', 'package/installed'] }

/** The text of the specs that a row names; throws where one is not in a folder of its kind. */
function specsOf(holds: string): string {
  const [kind = ''] = /^\w+/.exec(holds) ?? []
  const places = [...(kind === 'Shell' ? folders.Shell : []), ...folders.Electron]
  return [...holds.matchAll(/`([\w-]+\.spec)`/g)]
    .map(([, name]) => {
      const path = places.map((folder) => `${folder}/${name}.ts`).find((one) => existsSync(join(tests, one)))
      if (path === undefined) throw new Error(`there is no ${name}`)
      return readText(path)
    })
    .join('\n')
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Matches each title of a test, in quotes, with anything where the title has a value in it. */
function titlesIn(source: string): RegExp[] {
  const titles = source.matchAll(/\b\w*[tT]est\(\s*(?:(['"])((?:(?!\1)[^\\\n]|\\.)+)\1|`([^`]+)`)/g)
  return [...titles].map(([, , plain = '', template = plain]) => {
    const parts = template.replaceAll(/\\(.)/g, '$1').split(/\$\{[^}]*\}/)
    return new RegExp(`"${parts.map(escaped).join('.+?')}"`)
  })
}

describe('the differences between Electron and the Chromium shell', () => {
  it('are numbered, and each is closed, tested or explained', () => {
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
    expect(rows.length).toBeGreaterThanOrEqual(30)
    expect(rows.filter(({ holds }) => !/^(?:(?:Shell|Electron): `|Neither: )/.test(holds))).toEqual([])
  })

  it.each(rows.filter(({ holds }) => !holds.startsWith('Neither')))(
    'row $number names tests that there are',
    ({ holds }) => {
      const named = titlesIn(specsOf(holds)).reduce((rest, title) => rest.replace(title, 'a test'), holds)
      expect(named).not.toContain('"')
      expect(named).toMatch(/a test|as in row \d/)
    }
  )
})
