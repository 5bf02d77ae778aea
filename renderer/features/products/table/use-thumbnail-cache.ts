/** Pictures that are kept decoded, so that a row that comes back has its own at once: a few screens of them. */
const most = 160

/** The thumbnails that were shown last. */
export function useKeptPictures(): {
  /** An element has shown the picture with this token. */
  keep: (token: string, shown: HTMLImageElement) => void
  has: (token: string) => boolean
} {
  const kept = new Map<string, HTMLImageElement>()

  function keep(token: string, shown: HTMLImageElement): void {
    const image = kept.get(token) ?? new Image()
    if (image.src !== shown.currentSrc) image.src = shown.currentSrc
    kept.delete(token)
    kept.set(token, image)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) return
      kept.delete(oldest)
    }
  }

  return { keep, has: (token) => kept.has(token) }
}
