import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildForTests } from './build.mjs'
import { benchEntries } from './bundle-entries.mjs'
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
  const shared = /** @type {const} */ ({ configFile: false, root, logLevel: 'warn', publicDir: false })
  await build({
    ...shared,
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(benchEntries).map(([name, path]) => [name, inRoot(path)]))
      }
    }
  })
  await build({
    ...shared,
    root: inRoot('tests/bench/window/page'),
    build: { outDir: join(folder, 'page'), emptyOutDir: true, chunkSizeWarningLimit: 3000 }
  })
}
