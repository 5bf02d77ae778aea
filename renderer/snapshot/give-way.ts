/** ms after which a snapshot goes though the page is not as far as it was. */
const [longest, longestForPictures] = [5000, 1000]

/** What a person does that is meant for what works. */
const doings = ['pointerdown', 'keydown', 'wheel'] as const

/** The snapshot of the last run that lies over the page, if there is one. */
const shown = (): HTMLElement | null => document.getElementById('snapshot')

/**
 * Takes the snapshot away once the page below it looks the same: with its rows, as `areThere` promises, and their pictures; or at once
 * where somebody does something.
 */
export function giveWay(areThere: Promise<unknown>): void {
  const snapshot = shown()
  if (snapshot === null) return
  const end = (): void => {
    snapshot.remove()
    clearTimeout(timer)
    for (const doing of doings) window.removeEventListener(doing, end, { capture: true })
  }
  const timer = setTimeout(end, longest)
  for (const doing of doings) window.addEventListener(doing, end, { capture: true, passive: true })
  void areThere.then(() => whenPictured(snapshot)).then(end)
}

/** Settles when the page has as many pictures as its snapshot, or will hardly have. */
function whenPictured(snapshot: HTMLElement): Promise<void> {
  const wanted = snapshot.querySelectorAll('[data-loaded]').length
  const till = performance.now() + longestForPictures
  return new Promise((resolve) => {
    const look = (): void => {
      const isEnough = document.querySelectorAll('#app [data-loaded]').length >= wanted
      // What was found is painted with the frame after this one.
      if (isEnough || performance.now() > till) requestAnimationFrame(() => resolve())
      else requestAnimationFrame(look)
    }
    look()
  })
}
