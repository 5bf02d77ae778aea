import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from './build.mjs'
import { runChecks } from './checks.mjs'
import { projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { startSession } from './session.mjs'
import { command, commandArgs, readyWithRuntime } from './setup.mjs'
import { counted, endToEnd, line, printFailed, printSkipped, stage, sum } from './test-stages.mjs'

/** @typedef {import('./test-stages.mjs').Counts} Counts */

const isLong = commandArgs.includes('--all')
/** The only end-to-end specs to run, as Playwright takes them; none are named: all of the run's length. */
const named = commandArgs.filter((argument) => argument !== '--all')
/** Tests leave to the long run what costs much, and is looked at in another way or in part by the short one. */
const length = { VITRINE_TESTS: isLong ? 'all' : 'short' }

await command(async () => {
  await readyWithRuntime([
    'session',
    'packages',
    'database',
    ...(isLong ? /** @type {const} */ (['file servers']) : [])
  ])
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
      all.push(
        await stage('End-to-end tests', () =>
          endToEnd({ ...session.env, ...length }, join(reports, 'e2e.json'), named)
        )
      )
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
    printSkipped(testsThat(json, 'skipped', 'pending', 'todo'))
    printFailed(testsThat(json, 'failed'))
    return {
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests + json.numTodoTests
    }
  })
}

/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { assertionResults: { fullName: string, status: string }[] }[] }} VitestReport */

/**
 * @param {VitestReport} report
 * @param {string[]} outcomes
 * @returns {string[]} the full names of the tests that ended so
 */
function testsThat({ testResults }, ...outcomes) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => outcomes.includes(status))
    .map(({ fullName }) => fullName)
}
