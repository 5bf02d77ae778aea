import type { UpdateProblem } from '../contract/updates'

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
   * Puts it in place and ends the app, of which nothing may be open anymore. `onFailure`: it could not, or has not within some
   * minutes; the app still runs.
   */
  install(onFailure: (error: unknown) => void): void
}

/** Something is wrong with what the server lists, before anything of it is fetched. */
export class RefusedUpdate extends Error {
  readonly problem: UpdateProblem
  constructor(problem: UpdateProblem, reason: string) {
    super(reason)
    this.problem = problem
  }
}

/** Codes of electron-updater, of Node and of Chromium's network (net/base/net_error_list.h), the first that fits. */
const known: readonly (readonly [RegExp, UpdateProblem])[] = [
  [/ERR_CHECKSUM_MISMATCH|ERR_UPDATER_INVALID_SIGNATURE|sha512 checksum mismatch|code signature/i, 'forged'],
  [/net::ERR_(CERT|SSL|BLOCKED_BY_CLIENT)|CERT_|SELF_SIGNED|UNABLE_TO_VERIFY/, 'insecure'],
  [/ERR_UPDATER_(CHANNEL_FILE|LATEST_VERSION)_NOT_FOUND|HTTP_ERROR_40[34]/, 'not-found'],
  [/ERR_UPDATER_(INVALID|NO)|HTTP_ERROR_[23]|YAMLException/, 'unreadable'],
  [/ENOSPC|EACCES|EPERM|EROFS|EDQUOT|net::ERR_FILE/, 'disk'],
  [/ERR_UPDATER_OLD_FILE_NOT_FOUND|APPIMAGE|read-only volume/i, 'not-replaceable'],
  [
    /net::ERR_|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|HTTP_ERROR_|timed out/i,
    'unreachable'
  ]
]

/** What an error of the updater means to a person. */
export function problemOf(error: unknown): UpdateProblem {
  if (error instanceof RefusedUpdate) return error.problem
  if (!(error instanceof Error)) return 'other'
  const code = 'code' in error ? String(error.code) : ''
  const text = `${code} ${error.name} ${error.message}`
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}
