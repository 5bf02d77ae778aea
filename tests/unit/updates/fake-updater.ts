import type { NewVersion, Updater } from '../../../electron/updates/updater'

/** Stands in for electron-updater: what the server lists, and what becomes of the download, is as a test says. */
export class FakeUpdater implements Updater {
  listed: NewVersion | null = { version: '0.2.0', bytes: 90_000_000 }
  failure: Error | null = null
  checks = 0
  installed = 0
  /** Says that the installation under way has failed. */
  failInstall: (error: unknown) => void = () => undefined
  arriving: PromiseWithResolvers<undefined> = Promise.withResolvers()
  tell: (share: number) => void = () => undefined
  /** Until then a download that was broken off goes on ending. */
  ended: Promise<unknown> = Promise.resolve()
  #underWay: Promise<undefined> | null = null

  check(): Promise<NewVersion | null> {
    this.checks++
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(this.listed)
  }
  async download(onShare: (share: number) => void, signal: AbortSignal): Promise<void> {
    this.tell = onShare
    // As electron-updater does it: who asks while one is under way gets what comes of that one.
    this.#underWay ??= this.#fetch(signal).finally(() => (this.#underWay = null))
    await this.#underWay
  }
  #fetch(signal: AbortSignal): Promise<undefined> {
    const { promise, reject } = (this.arriving = Promise.withResolvers())
    signal.addEventListener('abort', () => void this.ended.then(() => reject(new Error('cancelled'))))
    return promise
  }
  install(onFailure: (error: unknown) => void): void {
    this.installed++
    this.failInstall = onFailure
  }
}
