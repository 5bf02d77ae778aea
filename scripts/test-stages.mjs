import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'

/** @typedef {{ passed: number, failed: number, skipped?: number }} Counts */

/**
 * Runs a part of a test command, and prints its name before and its counts after.
 * @param {string} name
 * @param {() => Promise<Counts>} body
 */
export async function stage(name, body) {
  const begun = performance.now()
  console.log(`\n${name}`)
  const counts = await body()
  console.log(`${name}: ${line(counts)} (${((performance.now() - begun) / 1000).toFixed(0)} s)`)
  return counts
}

/**
 * Runs the end-to-end specs in the runtime that `ELECTRON_OVERRIDE_DIST_PATH` names or npm installed, and prints the name of each one
 * that was skipped.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report where the JSON report goes
 * @param {string[]} [args] Playwright's, besides the reporters
 * @returns {Promise<Counts>}
 */
export async function endToEnd(env, report, args = []) {
  const code = await run(projectNode, [toolFile('playwright'), 'test', '--reporter=list,json', ...args], {
    env: {
      ...env,
      // One app after another loads the same modules.
      NODE_COMPILE_CACHE: join(dirname(report), 'compiled'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      VITRINE_SHELL_HEADLESS: '1'
    }
  })
  return counted(code, report, (/** @type {PlaywrightReport} */ { stats, suites }) => {
    printSkipped(suites.flatMap((suite) => specsOf(suite, 'skipped')))
    const flaky = suites.flatMap((suite) => specsOf(suite, 'flaky'))
    if (flaky.length > 0) console.log(['Passed only at the second try:', ...flaky].join('\n  '))
    printFailed(suites.flatMap((suite) => specsOf(suite, 'unexpected')))
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
  })
}

/** @typedef {{ suites?: Suite[], specs?: { title: string, tests: { status: string, annotations: { type: string, description?: string }[] }[] }[] }} Suite */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[] }} PlaywrightReport */

/**
 * @param {Suite} suite
 * @param {'skipped' | 'flaky' | 'unexpected'} wanted
 * @returns {string[]} its specs of this outcome, with the reason where one was given
 */
function specsOf({ suites = [], specs = [] }, wanted) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ annotations }) => {
        const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description
        return reason ? `${title}: ${reason}` : title
      })
  )
  return [...own, ...suites.flatMap((inner) => specsOf(inner, wanted))]
}

/**
 * Skipped tests by name, so that nobody takes a run without them for one in which they passed.
 * @param {string[]} names
 */
export function printSkipped(names) {
  if (names.length === 0) return
  console.log('Skipped here, and so not tested:')
  for (const name of names) console.log(`  ${name}`)
}

/**
 * Failed tests by name, each in a line of its own that a longer run can find again and repeat at its end.
 * @param {string[]} names
 */
export function printFailed(names) {
  for (const name of names) console.log(`Failed: ${name}`)
}

/**
 * The counts that a runner wrote down. One failure is added when it failed in another way: crashed, an error outside of
 * tests, no test at all.
 * @template Report
 * @param {number} code the runner's exit code
 * @param {string} report where it wrote its JSON
 * @param {(report: Report) => Required<Counts>} count
 * @returns {Counts}
 */
export function counted(code, report, count) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    console.log('The test runner wrote no report.')
  }
  const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  if (silent) printFailed([`the test runner itself, with exit code ${code}`])
  return { ...counts, failed: counts.failed + (silent ? 1 : 0) }
}

/**
 * @param {Counts[]} all
 * @returns {Required<Counts>}
 */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped = 0 } of all) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

/**
 * The closing line of a test command.
 * @param {Counts} counts
 */
export function line({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
