import { once } from 'node:events'
import type { ElectronApplication } from '@playwright/test'
import { expect, heardBy, launch, readyPage, test } from './fixtures'

/** How the app ends when it is sent the signal. */
function ending(shell: ElectronApplication, signal: NodeJS.Signals): Promise<unknown[]> {
  const ended = once(shell.process(), 'exit')
  shell.process().kill(signal)
  return ended
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} lets the app quit in order`, async ({ shell, page }) => {
    await expect(page).toHaveTitle('Fixture page')
    expect(await ending(shell, signal)).toEqual([0, null])
  })
}

test('a listener that comes and goes takes the signal from Electron for good', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  await shell.evaluate(() => {
    const listener = (): void => undefined
    process.on('SIGTERM', listener)
    process.off('SIGTERM', listener)
  })
  expect(await ending(shell, 'SIGTERM')).toEqual([null, 'SIGTERM'])
})

test('a listener that stays is asked, and nothing quits by itself', async ({ shell, page }) => {
  await expect(page).toHaveTitle('Fixture page')
  await shell.evaluate(() => void process.on('SIGTERM', () => heard.push('SIGTERM')))
  shell.process().kill('SIGTERM')
  await expect.poll(() => heardBy(shell)).toEqual(['SIGTERM'])
})

test('a listener that was there before the app was ready is not asked', async ({ profile }) => {
  const shell = await launch(profile, { args: ['--own-signals'] })
  await readyPage(shell)
  expect(await ending(shell, 'SIGTERM')).toEqual([0, null])
})
