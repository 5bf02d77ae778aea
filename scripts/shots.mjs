import { buildWhenStale } from './build.mjs'
import { inRoot, projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { startSession } from './session.mjs'
import { command, readyWithRuntime } from './setup.mjs'

await command(async () => {
  await readyWithRuntime(['session'])
  await buildWhenStale()
  const session = await startSession()
  const config = 'tests/e2e/shots/playwright.config.ts'
  const env = { ...session.env, VITRINE_SHELL_HEADLESS: '1' }
  const code = await run(projectNode, [toolFile('playwright'), 'test', '--config', config], { env })
  await session.end()
  if (code === 0) console.log(`Screenshots: ${inRoot('shots')}`)
  return code
})
