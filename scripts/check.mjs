import { command, ready } from './setup.mjs'
import { runChecks } from './checks.mjs'

await command(async () => {
  await ready(['build'])
  const { failed } = await runChecks()
  return failed === 0 ? 0 : 1
})
