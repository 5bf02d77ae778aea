/**
 * Asks for the pictures that will probably be looked at next, so that they are there at once. Only the last few
 * are held: what is let go may be thrown away by the browser.
 */
export function usePreloaded(): (urls: readonly string[]) => void {
  let images = new Map<string, HTMLImageElement>()
  return (urls) => {
    images = new Map(
      urls.map((url) => {
        const image = images.get(url) ?? new Image()
        if (!image.src) image.src = url
        return [url, image]
      })
    )
  }
}
