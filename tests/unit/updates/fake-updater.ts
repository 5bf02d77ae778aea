import type { NewVersion, Updater } from '../../../electron/updates/updater'

/** Stands in for electron-updater: what the server lists, and what becomes of the download, is as a test says. */
export class FakeUpdater implements Updater {
  listed: NewVersion | null = { version: '0.2.0', bytes: 90_000_000 }
  failure: Error | null = null
  checks = 0
  installed = 0
  arriving: PromiseWithResolvers<undefined> = Promise.withResolvers()
  tell: (share: number) => void = () => undefined

  check(): Promise<NewVersion | null> {
    this.checks++
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(this.listed)
  }
  async download(onShare: (share: number) => void, signal: AbortSignal): Promise<void> {
    this.tell = onShare
    this.arriving = Promise.withResolvers()
    signal.addEventListener('abort', () => this.arriving.reject(new Error('cancelled')))
    await this.arriving.promise
  }
  install(): void {
    this.installed++
  }
}
