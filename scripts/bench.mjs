import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.mjs'
import { inRoot, projectNode, root } from './paths.mjs'
import { run, whenStopped } from './processes.mjs'
import { command, commandArgs, readyWithRuntime } from './setup.mjs'

// Node resolves packages from where a file stands, so the bundle must be inside the project.
await command(async () => {
  const runtime = await readyWithRuntime()
  mkdirSync(inRoot('.vitrine'), { recursive: true })
  const folder = mkdtempSync(inRoot('.vitrine', 'bench-'))
  const end = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  whenStopped(end)
  try {
    await buildWhenStale()
    await bundle(folder)
    const env = {
      ...process.env,
      VITRINE_SHELL_HEADLESS: '1',
      VITRINE_BENCH_RUNTIME: runtime.kind === 'electron' ? 'Electron' : 'the Chromium shell'
    }
    const file = inRoot('.vitrine', 'bench.json')
    return await run(projectNode, [join(folder, 'main.js'), `--json=${file}`, ...commandArgs], { env })
  } finally {
    end()
  }
})

/**
 * Bundles the bench, each of its processes as a file of its own, and the page of the tables that are compared.
 * @param {string} folder
 */
async function bundle(folder) {
  // Loaded only now: Vite is there after the set-up, not before.
  const { build } = await import('vite')
  const bench = (/** @type {string} */ path) => inRoot('tests', 'bench', path)
  const shared = /** @type {const} */ ({ configFile: false, root, logLevel: 'warn', publicDir: false })
  await build({
    ...shared,
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      rolldownOptions: {
        input: {
          main: bench('main.ts'),
          server: bench('server.ts'),
          'download-and-parse': bench('limits/download-and-parse.ts'),
          'build-alone': bench('limits/build-alone.ts'),
          'sync-run': bench('roles/sync-run.ts'),
          reading: bench('roles/reading.ts'),
          'audit-run': bench('roles/audit.ts'),
          history: bench('roles/history.ts'),
          'export-run': bench('roles/export.ts'),
          'picture-rate': bench('roles/picture-rate.ts'),
          'picture-answers': bench('roles/picture-answers.ts'),
          'picture-memory': bench('roles/picture-memory.ts'),
          'decoder-process': inRoot('electron', 'images', 'decoder-process.ts'),
          pictures: inRoot('electron', 'images', 'worker', 'store.ts'),
          audit: inRoot('electron', 'audit', 'worker', 'audit.ts'),
          export: inRoot('electron', 'export', 'worker', 'export.ts'),
          reader: inRoot('electron', 'catalog', 'worker', 'reader.ts'),
          writer: inRoot('electron', 'catalog', 'worker', 'writer.ts')
        }
      }
    }
  })
  await build({
    ...shared,
    root: bench('window/page'),
    build: { outDir: join(folder, 'page'), emptyOutDir: true, chunkSizeWarningLimit: 3000 }
  })
}
