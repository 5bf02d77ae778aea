import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { useOwnScreen } from './tests/support/screens'

const here = (path: string): string => join(import.meta.dirname, path)

// Where Electron's runtime is not installed, the Chromium shell stands in for it. Playwright reads this variable in
// its own process, so it is set here and not in a launch's `env`.
if (!existsSync(here('node_modules/electron/path.txt'))) {
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= here('tests/shell/bin')
}
const isShell = resolve(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '') === here('tests/shell/bin')
useOwnScreen()

/**
 * Specs that look at what unit tests look at too, or take longest, and those of the Chromium shell, on which all others stand anyway;
 * `npm test -- --all` runs them too. Single tests of that kind have the tag `@long`.
 */
const long = [
  'accessibility',
  'accessibility-app',
  'gallery',
  'list-look',
  'palette',
  'pictures',
  'steady-layout',
  'window'
].map((name) => `**/${name}.spec.ts`)
const isShort = process.env.VITRINE_TESTS === 'short'

export default defineConfig({
  // An app mostly waits, for a server or a keyring: three at once keep two cores busy.
  workers: 3,
  // The shell does without a screen.
  ...(isShell ? {} : { globalSetup: here('tests/support/screens.ts') }),
  // A machine that others use too is slow at times: a second try tells that from a defect, and is printed by name.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Limits for what hangs, not for speed: tests of half a minute have taken more than one on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: 'test-results',
  projects: [
    // In a real Electron its specs show that the shell is no kinder, all but those that are about the shell alone.
    {
      name: 'shell',
      testDir: 'tests/shell/tests',
      testIgnore: isShort ? '**' : [],
      grepInvert: isShell ? [] : /@shell/
    },
    // Each test has an app of its own: no worker is left alone with the longest file.
    {
      name: 'app',
      testDir: 'tests/e2e',
      testIgnore: isShort ? long : [],
      grepInvert: isShort ? /@long/ : [],
      fullyParallel: true
    }
  ]
})
