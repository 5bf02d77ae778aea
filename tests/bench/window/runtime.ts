import { join, resolve } from 'node:path'

// scripts/bench.mjs has chosen what opens the windows: ELECTRON_OVERRIDE_DIST_PATH names its folder, if it is not the one of npm.

const root = process.cwd()

/** Whether the Chromium shell stands in for Electron. */
function isShell(): boolean {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
  return folder !== undefined && resolve(root, folder) === join(root, 'tests', 'shell', 'bin')
}

/** What is started where nobody, not even Playwright, is to be attached. */
export const electronExecutable = (): string => process.env.VITRINE_BENCH_ELECTRON ?? ''

/** As root, Chromium refuses its sandbox; the shell knows that by itself. */
export function sandboxArgs(): string[] {
  return process.getuid?.() === 0 && !isShell() ? ['--no-sandbox'] : []
}

/** For Playwright, which takes the sandbox away unless it is told. */
export const chromiumSandbox = (): boolean => !isShell() && process.getuid?.() !== 0

/** There is no graphics card where the bench runs, and emulating one costs a process more. */
export const drawingArgs = ['--disable-gpu', '--disable-software-rasterizer']
