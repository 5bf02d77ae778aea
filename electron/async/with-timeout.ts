/**
 * ms that quitting may take in all (97), and what it may wait for one after the other: for an export to delete what it has not
 * finished, for a sync to write how far it came, which may be waiting for a keychain, and then for the copies to be closed; a
 * batch or a step of the word index take some 0.3 s. A copy that is not closed in time is whole all the same: its log is read at
 * the next start. So are reviews, which a backup is made of meanwhile; half a backup goes away at the next.
 */
export const quitting = { all: 3000, export: 500, syncs: 1000, copy: 1500, reviews: 2500 } as const

/**
 * Waits for the work, but no longer than `deadline` ms. Settles also when the work fails: for what is good to
 * have and must hold nothing up.
 */
export async function settledWithin(work: Promise<unknown>, deadline: number): Promise<void> {
  const { promise: end, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), deadline)
  try {
    await Promise.race([work, end])
  } catch {
    // Whoever needs the work's answer asks for it elsewhere.
  } finally {
    clearTimeout(timer)
  }
}
