import { inRoot, projectNode } from './paths.mjs'
import { run } from './processes.mjs'
import { command, commandArgs, ready } from './setup.mjs'

await command(async () => {
  await ready(['build'])
  return run(projectNode, [inRoot('tests', 'torture', 'start.ts'), ...commandArgs])
})
