import { projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { command, ready } from './setup.mjs'

/**
 * Writes the files that this version keeps into tests/released/, from where each later version is tested to open them. They
 * are written anew until the version is out, and never again after that.
 */
await command(async () => {
  await ready(['build'])
  const env = { ...process.env, VITRINE_MAKE_RELEASED: '1' }
  return run(projectNode, [toolFile('vitest'), 'run', '--project=main side', 'tests/unit/released'], { env })
})
