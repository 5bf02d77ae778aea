import { createHash } from 'node:crypto'
import type { StoreAddress, StorePage } from '../api/types'
import type { Credentials } from '../contract/connection'

/** ms that a page waits for its connection to be saved; who takes longer is shown the page of then. */
const patience = 5 * 60_000

/** What a test was made of: the form's connection (null: a new one), where it asked, and with what. */
export interface Tested {
  id: string | null
  store: StoreAddress
  credentials: Credentials
}

export interface KeptPage {
  page: StorePage
  /** When it came: ms since 1970. */
  at: number
}

/** The page that the last test read, until what was tested is saved, or something else is. Keeps no secret. */
export interface TestedPage {
  keep(tested: Tested, page: StorePage): void
  /** Whether a page of this form and this address is here: only then the key needs to be looked at. */
  mayFit(tested: Omit<Tested, 'credentials'>): boolean
  /** The page, once, when it was read with exactly that. */
  take(tested: Tested): KeptPage | null
  drop(): void
}

/** `keepFor`: ms. */
export function createTestedPage(keepFor = patience): TestedPage {
  let kept: (KeptPage & { form: string; print: string }) | null = null
  let timer: NodeJS.Timeout | undefined

  function drop(): void {
    clearTimeout(timer)
    kept = null
  }

  return {
    keep(tested, page) {
      drop()
      kept = { page, at: Date.now(), form: formOf(tested), print: printOf(tested) }
      timer = setTimeout(drop, keepFor)
      timer.unref()
    },
    mayFit: (tested) => kept?.form === formOf(tested),
    take(tested) {
      if (kept?.print !== printOf(tested)) return null
      const { page, at } = kept
      drop()
      return { page, at }
    },
    drop
  }
}

function formOf({ id, store: { baseUrl, apiPath } }: Omit<Tested, 'credentials'>): string {
  return JSON.stringify([id, baseUrl, apiPath])
}

/** Tells one key from another without keeping it. */
function printOf({ credentials: { userId, key }, ...form }: Tested): string {
  return createHash('sha256')
    .update(JSON.stringify([formOf(form), userId, key]))
    .digest('base64')
}
