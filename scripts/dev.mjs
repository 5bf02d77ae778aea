import { projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { command, commandArgs, readyWithRuntime } from './setup.mjs'
import { appArgs } from './setup/electron-runtime.mjs'

// electron-vite watches all three parts: the page reloads in place, a change in the main process restarts the app.
await command(async () => {
  const runtime = await readyWithRuntime()
  const env = { ...process.env, ELECTRON_EXEC_PATH: runtime.executable }
  const args = [...appArgs(runtime), ...commandArgs]
  return run(projectNode, [toolFile('electron-vite'), 'dev', '--watch', '--', ...args], { env })
})
