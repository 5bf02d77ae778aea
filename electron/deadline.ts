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
