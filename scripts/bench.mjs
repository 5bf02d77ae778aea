import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildForTests } from './build.mjs'
import { inRoot, projectNode, root } from './paths.mjs'
import { run, whenStopped } from './processes.mjs'
import { command, commandArgs, readyWithRuntime } from './setup.mjs'

// In the system's temporary folder, so that a user who may not write the project's can run it: in real Electron, for instance.
await command(async () => {
  const runtime = await readyWithRuntime()
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  // Node resolves packages from where a file stands.
  symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'), 'junction')
  const end = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  whenStopped(end)
  try {
    await buildForTests()
    await bundle(join(folder, 'bench'))
    const env = {
      ...process.env,
      VITRINE_SHELL_HEADLESS: '1',
      VITRINE_BENCH_ELECTRON: runtime.executable,
      VITRINE_BENCH_RUNTIME: nameOf(runtime)
    }
    const file = join(tmpdir(), 'vitrine-bench.json')
    return await run(projectNode, [join(folder, 'bench', 'main.js'), `--json=${file}`, ...commandArgs], {
      env
    })
  } finally {
    end()
  }
})

/** @param {import('./setup.mjs').Runtime} runtime */
function nameOf({ kind, executable }) {
  if (kind !== 'electron') return 'the Chromium shell'
  return `Electron ${readFileSync(join(dirname(executable), 'version'), 'utf8').trim()}`
}

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
          'decoder-process': inRoot('electron/images/decode/decoder-process.ts'),
          pictures: inRoot('electron/images/disk/store-thread.ts'),
          audit: inRoot('electron/quality/worker/audit.ts'),
          export: inRoot('electron/export/worker/export.ts'),
          reader: inRoot('electron/app/catalog-reader.ts'),
          writer: inRoot('electron/app/catalog-writer.ts')
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
