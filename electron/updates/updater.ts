/** A newer version, as the server lists it. */
export interface NewVersion {
  version: string
  /** Of the download; null: the list does not say. */
  bytes: number | null
}

/** What looks for versions, fetches them and puts them in place. What fails rejects with the error of what updates. */
export interface Updater {
  /** null: there is no newer one. */
  check(): Promise<NewVersion | null>
  /** Settles when the version that was found last is here and was checked. `onShare`: 0–1. An aborted one rejects. */
  download(onShare: (share: number) => void, signal: AbortSignal): Promise<void>
  /**
   * Puts it in place and ends the app, of which nothing may be open any more. `onFailure`: it could not, or has not within some
   * minutes; the app still runs.
   */
  install(onFailure: (error: unknown) => void): void
}
