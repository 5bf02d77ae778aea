import { availableParallelism } from 'node:os'
import { inRoot, projectNode, toolFile } from './paths.mjs'
import { captureBehind } from './processes.mjs'

/**
 * What the tools remember of files that have not changed since. Rules of the lint that know types can miss what a change in one file means
 * for another; a run in a fresh clone, as for each pull request, looks at everything.
 */
const cache = (/** @type {string} */ name) => inRoot('node_modules', '.cache', 'vitrine', name)

const types = (/** @type {string} */ project) => [
  toolFile('vue-tsc'),
  ...['--noEmit', '-p', project],
  ...[
    '--incremental',
    '--tsBuildInfoFile',
    cache(`types-${project === '.' ? 'configuration' : project}.json`)
  ]
]

/** Longest first, so that none is left alone at the end. @type {[name: string, args: string[]][]} */
const checks = [
  [
    'lint',
    [
      ...[toolFile('eslint'), '--max-warnings', '0', '.'],
      ...['--cache', '--cache-strategy', 'content', '--cache-location', cache('lint.json')]
    ]
  ],
  ['types: tests and scripts', types('tests')],
  ['types: renderer', types('renderer')],
  ['types: electron', types('electron')],
  ['types: configuration', types('.')],
  [
    'format',
    [
      ...[toolFile('prettier'), '--check', '--log-level', 'warn', '.'],
      ...['--cache', '--cache-strategy', 'content', '--cache-location', cache('format.json')]
    ]
  ],
  ['dead code', [toolFile('knip'), '--no-progress']],
  ['import directions', [toolFile('dependency-cruiser'), 'electron', 'renderer', 'tests', 'scripts']]
]

/**
 * Runs every check, says how each went, and shows what the failed ones found.
 * @param {(text: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(say) {
  const waiting = [...checks]
  const counts = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next
      const begun = performance.now()
      const { code, output } = await captureBehind(projectNode, args)
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      counts[code === 0 ? 'passed' : 'failed'] += 1
      say(`${code === 0 ? 'ok    ' : 'failed'}  ${name} (${seconds} s)`)
      if (code !== 0) say(`${output.trimEnd()}\nFailed: the check of ${name}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, worker))
  return counts
}
