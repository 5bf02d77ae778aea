import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildApp } from './build.mjs'
import { runChecks } from './checks.mjs'
import { projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { startSession } from './session.mjs'
import { command, commandArgs, readyWithRuntime } from './setup.mjs'

/** @typedef {{ passed: number, failed: number, skipped?: number }} Counts */

/** Tests leave to the long run what costs much, and is looked at in another way or in part by the short one. */
const length = { VITRINE_TESTS: commandArgs.includes('--all') ? 'all' : 'short' }

await command(async () => {
  await readyWithRuntime(['session'])
  const reports = mkdtempSync(join(tmpdir(), 'vitrine-reports-'))
  const session = await startSession()
  /** @type {Counts[]} */
  const all = []
  try {
    // Unit tests wait now and then: the checks use that time, and what they say is kept until the tests are through.
    const checked = heard('Checks', runChecks)
    all.push(
      await stage('Unit tests', () =>
        vitest(session.env, join(reports, 'unit.json'), ['main side', 'own process', 'window'])
      )
    )
    const { said, counts } = await checked
    console.log(said)
    all.push(counts)
    const build = await stage('Build', builds)
    all.push(build)
    if (build.failed === 0) {
      all.push(await stage('Package', () => vitest(session.env, join(reports, 'package.json'), ['package'])))
      all.push(await stage('End-to-end tests', () => endToEnd(session.env, join(reports, 'e2e.json'))))
    }
  } finally {
    await session.end()
    rmSync(reports, { recursive: true, force: true })
  }
  const total = sum(all)
  console.log(`\n${line(total)}`)
  return total.failed === 0 ? 0 : 1
})

/**
 * A stage that runs beside another: what it says is kept until it is through.
 * @param {string} name
 * @param {(say: (text: string) => void) => Promise<Counts>} body
 */
async function heard(name, body) {
  const begun = performance.now()
  const said = [`\n${name}`]
  const counts = await body((text) => said.push(text))
  said.push(`${name}: ${line(counts)} (${((performance.now() - begun) / 1000).toFixed(0)} s)`)
  return { said: said.join('\n'), counts }
}

/**
 * @param {string} name
 * @param {() => Promise<Counts>} body
 */
async function stage(name, body) {
  const begun = performance.now()
  console.log(`\n${name}`)
  const counts = await body()
  console.log(`${name}: ${line(counts)} (${((performance.now() - begun) / 1000).toFixed(0)} s)`)
  return counts
}

/** @returns {Promise<Counts>} */
async function builds() {
  try {
    await buildApp()
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 * @param {string[]} projects of vitest.config.ts
 */
async function vitest(env, report, projects) {
  const only = projects.map((name) => `--project=${name}`)
  const args = ['run', ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(projectNode, [toolFile('vitest'), ...args], { env: { ...env, ...length } })
  return counted(code, report, (/** @type {VitestReport} */ json) => {
    tellSkipped(json)
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests
    }
  })
}

/**
 * By their names, so that nobody takes a run without them for one in which they passed.
 * @param {VitestReport} report
 */
function tellSkipped({ testResults }) {
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
  if (skipped.length === 0) return
  console.log('Skipped here, and so not tested:')
  for (const { fullName } of skipped) console.log(`  ${fullName}`)
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 */
async function endToEnd(env, report) {
  const code = await run(projectNode, [toolFile('playwright'), 'test', '--reporter=list,json'], {
    env: {
      ...env,
      ...length,
      // One app after another loads the same modules.
      NODE_COMPILE_CACHE: join(dirname(report), 'compiled'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      VITRINE_SHELL_HEADLESS: '1'
    }
  })
  return counted(code, report, (/** @type {PlaywrightReport} */ { stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped
  }))
}

/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { assertionResults: { fullName: string, status: string }[] }[] }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport */

/**
 * The counts that a runner wrote down. One failure is added when it failed in another way: crashed, an error outside of
 * tests, no test at all.
 * @template Report
 * @param {number} code the runner's exit code
 * @param {string} report where it wrote its JSON
 * @param {(report: Report) => Required<Counts>} count
 * @returns {Counts}
 */
function counted(code, report, count) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    console.log('The test runner wrote no report.')
  }
  const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return { ...counts, failed: counts.failed + (silent ? 1 : 0) }
}

/** @param {Counts[]} all */
function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped = 0 } of all) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

/** @param {Counts} counts */
function line({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
