import { buildWhenStale } from './build.mjs'
import { inRoot, projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { startSession } from './session.mjs'
import { command, commandArgs, readyWithRuntime } from './setup.mjs'

// Words narrow the files, as `npm run shots -- settings`; `-- guide` makes the pictures of docs/guide.md anew.
await command(async () => {
  await readyWithRuntime(['session'])
  await buildWhenStale()
  const session = await startSession()
  const config = 'tests/e2e/shots/playwright.config.ts'
  const env = { ...session.env, VITRINE_SHELL_HEADLESS: '1' }
  const project = commandArgs.includes('guide') ? 'guide' : 'shots'
  const args = ['test', '--config', config, `--project=${project}`, ...commandArgs]
  const code = await run(projectNode, [toolFile('playwright'), ...args], { env })
  await session.end()
  if (code === 0) console.log(`Screenshots: ${inRoot(project === 'guide' ? 'docs/guide' : 'shots')}`)
  return code
})
