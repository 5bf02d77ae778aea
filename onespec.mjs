import { spawnSync } from 'node:child_process'
import { buildForTests } from './scripts/build.mjs'
import { startSession } from './scripts/session.mjs'
import { withDisplay } from './scripts/setup.mjs'
await withDisplay()
if (!process.env.NOBUILD) await buildForTests()
const session = await startSession()
const r = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2), '--output=/tmp/pw-left'], { stdio: 'inherit', env: { ...process.env, ...session.env, VITRINE_TESTS: 'all' } })
await session.end()
process.exit(r.status ?? 1)
