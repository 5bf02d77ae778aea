import { mkdirSync } from 'node:fs'
import { buildWhenStale } from './build.mjs'
import { inRoot, projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { command, commandArgs, hasDisplay, readyWithRuntime } from './setup.mjs'
import { appArgs } from './setup/electron-runtime.mjs'

await command(async () => {
  const runtime = await readyWithRuntime()
  await buildWhenStale()
  const headless = commandArgs.includes('--headless') || !hasDisplay()
  const own = commandArgs.filter((argument) => argument !== '--headless')
  const profile = inRoot('.vitrine', 'demo')
  const args = ['.', ...appArgs(runtime), `--user-data-dir=${profile}`, '--demo', ...own]
  if (!headless) return run(projectNode, [toolFile('electron'), ...args])
  // Loaded only now: Playwright is there after the set-up, not before.
  const { firstLook } = await import('./first-look.mjs')
  mkdirSync(profile, { recursive: true })
  const picture = inRoot('.vitrine', 'demo.png')
  const { timeToFirstRow, pictures, version } = await firstLook(args, picture)
  const shell = runtime.kind === 'electron' ? 'Electron' : 'the Chromium shell with Chromium'
  console.log(`Vitrine shows its demo store, with ${pictures} pictures in view.`)
  console.log(`Opened by: ${shell} ${version}`)
  console.log(`Time to first row: ${timeToFirstRow} ms`)
  console.log(`Screenshot: ${picture}`)
  return 0
})
