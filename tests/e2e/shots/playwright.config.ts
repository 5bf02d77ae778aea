import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import tests from '../../../playwright.config'

/** The same app as in the tests; what it shows is kept as pictures instead of being judged. */
export default defineConfig({
  ...tests,
  workers: 2,
  outputDir: join(import.meta.dirname, '..', '..', '..', 'test-results'),
  projects: [
    { name: 'shots', testDir: import.meta.dirname, testMatch: '*.shots.ts' },
    { name: 'guide', testDir: import.meta.dirname, testMatch: 'guide.pictures.ts' }
  ]
})
