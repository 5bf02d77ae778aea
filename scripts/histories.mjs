import { parseArgs } from 'node:util'
import { projectNode, toolFile } from './paths.mjs'
import { run } from './processes.mjs'
import { command, commandArgs, ready } from './setup.mjs'

/** What teams are tried with whose carrier does everything wrong: `tests/unit/team/any-history.test.ts`, at length. */
await command(async () => {
  await ready([])
  const { values } = parseArgs({
    args: commandArgs,
    options: { histories: { type: 'string' }, devices: { type: 'string' }, seed: { type: 'string' } }
  })
  const env = {
    ...process.env,
    VITRINE_TEAM_HISTORIES: values.histories ?? '10000',
    VITRINE_TEAM_DEVICES: values.devices ?? '50',
    ...(values.seed === undefined ? {} : { VITRINE_TEAM_SEED: values.seed })
  }
  const args = ['run', '--reporter=verbose', 'tests/unit/team/any-history.test.ts']
  return run(projectNode, [toolFile('vitest'), ...args], { env })
})
