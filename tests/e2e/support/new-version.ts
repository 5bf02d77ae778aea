import { eventChannel } from '../../../electron/contract/bridge'
import type { UpdateState } from '../../../electron/contract/updates'
import type { App } from './app'

/** Tells the page of a new version, as an updater would: there is none while the app is built from its sources. */
export async function tellOfVersion({ electron }: App, phase: UpdateState['phase']): Promise<void> {
  const state: UpdateState = {
    by: 'itself',
    phase,
    isForbidden: false,
    version: '0.2.0',
    bytes: 96_000_000,
    share: 0.4,
    waitsFor: phase === 'waiting' ? ['sync'] : [],
    because: null,
    checkedAt: Date.now()
  }
  await electron.evaluate(
    ({ BrowserWindow }, told) => {
      for (const window of BrowserWindow.getAllWindows()) {
        window.webContents.send(told.channel, 'updates:changed', told.state)
      }
    },
    { channel: eventChannel, state }
  )
}
