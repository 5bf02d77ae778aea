import { defineConfig } from '@playwright/test'

/** What `npm run test:package` runs: packages that were made, installed and started as a person's computer does. */
export default defineConfig({
  testDir: import.meta.dirname,
  // One app at a time has the keyboard.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // Debian's linter takes half a minute, and ten times as long on a busy machine.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  reporter: 'list'
})
