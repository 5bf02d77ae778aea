/**
 * What `work` makes of what was just opened. Where it throws that is closed: nobody else knows of it, and where a file is open it
 * cannot be replaced (Windows).
 */
export function orClose<Opened extends { close(): void }, T>(opened: Opened, work: (opened: Opened) => T): T {
  try {
    return work(opened)
  } catch (error) {
    opened.close()
    throw error
  }
}
