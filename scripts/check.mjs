import { command, ready } from './setup.mjs'
import { runChecks } from './checks.mjs'

await command(async () => {
  await ready(['build'])
  const { failed } = await runChecks((text) => console.log(text))
  return failed === 0 ? 0 : 1
})
