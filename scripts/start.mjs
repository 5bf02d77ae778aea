import { buildWhenStale } from './build.mjs'
import { projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { command, commandArgs, readyWithRuntime } from './setup.mjs'
import { appArgs } from './setup/electron-runtime.mjs'

await command(async () => {
  const runtime = await readyWithRuntime()
  await buildWhenStale()
  return run(projectNode, [toolFile('electron'), '.', ...appArgs(runtime), ...commandArgs])
})
