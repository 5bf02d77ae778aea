import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FullConfig } from '@playwright/test'

const variable = 'VITRINE_TEST_SCREENS'

/** Whether tests get screens of their own: in Linux, with windows, unless a person watches them (`PWDEBUG`). */
const areOwn = (): boolean => process.platform === 'linux' && !process.env.PWDEBUG

/**
 * Playwright's global setup: starts a screen for each worker. Apps that share one share its pointer, focus and clipboard too: a
 * window that opens or goes away beside another lets that one hear of a pointer in its middle, and ends its drags.
 * Returns what ends the screens.
 */
export default async function startScreens({ workers }: FullConfig): Promise<() => Promise<void>> {
  const screens = areOwn() ? await Promise.all(Array.from({ length: workers }, startScreen)) : []
  process.env[variable] = screens.map(({ name }) => name).join(' ')
  return async () => {
    await Promise.all(screens.map(({ server }) => ended(server)))
  }
}

/** In a worker: what it starts from now on opens its windows on the worker’s own screen, where there are such. */
export function useOwnScreen(): void {
  const names = process.env[variable]?.split(' ') ?? []
  const name = names[Number(process.env.TEST_PARALLEL_INDEX)]
  if (name) process.env.DISPLAY = name
}

async function startScreen(): Promise<{ name: string; server: ChildProcess }> {
  // The server chooses a free number, and says it through that pipe once it can be used. Without `-noreset` it begins anew whenever nobody has
  // a window open, and refuses who comes in that moment.
  const args = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`Xvfb ended with ${String(code)} before it could be used`)
  })
  const number = await Promise.race([once(server.stdio[3] as NodeJS.ReadableStream, 'data'), failed])
  failed.catch(() => undefined)
  return { name: `:${String(number).trim()}`, server }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill()
  await once(server, 'exit')
}
