import { availableParallelism } from 'node:os'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/**
 * A limit for what hangs, not for speed: a busy machine has taken nearly three times as long. Windows takes longer to start
 * processes and to bring files to the disk.
 */
const testTimeout = process.platform === 'win32' ? 180_000 : 60_000
// A second, as Vitest waits by itself, is short on a machine that is busy with the rest of the tests.
const shared = { testTimeout, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }

/**
 * A keyring's library stays with the first bus of its process, libvips with what it was forbidden to read, a mocked module with
 * all that was loaded with it.
 */
export const ownProcess = [
  'credentials/**/*',
  'app/lost-stores',
  'app/shared-items',
  'app/team',
  'images/decode/raster',
  'reviews/db/disk',
  'reviews/backup-folder/read-back',
  'reviews/recovery/removed-stores',
  'catalog/locked-catalog',
  'settings/locked-settings'
].map((name) => `tests/unit/${name}.test.ts`)

export default defineConfig({
  test: {
    globalSetup: ['tests/support/own-temporary-folder.ts'],
    // With components from the cache, a change in a style file of theirs (`<style scoped src>`) cannot be compiled.
    fsModuleCache: false,
    // Many wait for files and servers: on two cores, two at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          name: 'main side',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          exclude: ['tests/unit/renderer/**', ...ownProcess],
          // A process and all modules anew for each file took a fifth of the processor time.
          isolate: false,
          globalSetup: 'tests/unit/build-threads.ts'
        }
      },
      {
        test: {
          ...shared,
          name: 'own process',
          environment: 'node',
          include: ownProcess,
          globalSetup: 'tests/unit/build-threads.ts'
        }
      },
      {
        plugins: [vue()],
        test: {
          ...shared,
          name: 'window',
          environment: 'happy-dom',
          include: ['tests/unit/renderer/**/*.test.ts'],
          // To load Vue and all words anew for each file took a third of the processor time.
          pool: 'threads',
          isolate: false,
          setupFiles: ['tests/unit/renderer/support/cleanup.ts']
        }
      },
      // Of the built app: `npm test` runs it once that is there.
      { test: { ...shared, name: 'package', environment: 'node', include: ['tests/package/**/*.test.ts'] } }
    ]
  }
})
