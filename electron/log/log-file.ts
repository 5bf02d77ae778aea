import { mkdirSync, openSync, closeSync, writeSync, fstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'

export interface LogFileOptions {
  folder: string
  /** A file that has grown past this many bytes is put aside and a new one begun. */
  maxBytes: number
  /** How many files there may be in all, the current one included. */
  keep: number
}

/** `vitrine.log`, then `vitrine.1.log` and so on, the oldest last. */
export function logFileName(age: number): string {
  return age === 0 ? 'vitrine.log' : `vitrine.${age}.log`
}

/**
 * A log that cannot grow without bound. Each line is written at once, so that a crash loses none; a folder
 * that refuses (read-only, full disk) silences the log and never the app (fault 81).
 */
export class LogFile {
  readonly #options: LogFileOptions
  #descriptor: number | null = null
  #size = 0

  constructor(options: LogFileOptions) {
    this.#options = options
    this.#attempt(() => {
      mkdirSync(options.folder, { recursive: true })
      this.#open()
    })
  }

  /** Appends one line, its line break included. */
  write(line: string): void {
    this.#attempt(() => {
      if (this.#size >= this.#options.maxBytes) this.#turnOver()
      if (this.#descriptor !== null) this.#size += writeSync(this.#descriptor, line)
    })
  }

  close(): void {
    const descriptor = this.#descriptor
    this.#descriptor = null
    if (descriptor !== null) this.#attempt(() => closeSync(descriptor))
  }

  #path(age: number): string {
    return join(this.#options.folder, logFileName(age))
  }

  #open(): void {
    this.#descriptor = openSync(this.#path(0), 'a', 0o600)
    this.#size = fstatSync(this.#descriptor).size
  }

  #turnOver(): void {
    this.close()
    if (!this.#isFree()) {
      this.#open()
      // Tried again after as much, not with every line.
      this.#size = 0
      return
    }
    for (let age = this.#options.keep - 2; age >= 0; age--) {
      this.#attempt(() => renameSync(this.#path(age), this.#path(age + 1)))
    }
    this.#open()
  }

  /** Windows renames nothing that somebody looks into: nor its older ones then, of which the oldest goes. */
  #isFree(): boolean {
    return this.#attempt(() => renameSync(this.#path(0), this.#path(0)))
  }

  /** Whether it was done: there is no better place to report that the log cannot be written. */
  #attempt(work: () => void): boolean {
    try {
      work()
      return true
    } catch {
      return false
    }
  }
}
