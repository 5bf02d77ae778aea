import { directionOf } from '../../contract/languages'
import type { PageSnapshot } from '../../contract/page-snapshot'
import { pictureSizes, type PictureSize } from '../../contract/picture-url'

/** The bytes of a raster (WebP) that the page showed; null: it is not at hand any more. */
export type RasterAtHand = (connectionId: string, token: string, size: PictureSize) => Uint8Array | null

const picture = /<img[^>]* src="\/picture\/([\w-]+)\/([\w-]+)\/([\w-]+)"[^>]*>/g
const script = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const preload = /<link rel="modulepreload"[^>]* href="([^"]+)">/g

/**
 * Puts a snapshot into the app's own page, over where the app will be: it is painted with the first frame, and only then is the
 * app's script asked for, by the script that `begin` names. Null: the page is not built as this expects.
 *
 * @param index the text of the built `index.html`
 * @param begin URL path of the script that waits for the first frame
 * @param letters URL path of the font that most of the page is written in
 */
export function snapshotDocument(
  index: string,
  { begin, letters }: { begin: string; letters: string },
  snapshot: PageSnapshot,
  atHand: RasterAtHand
): string | null {
  const main = script.exec(index)?.[1]
  if (main === undefined || !index.includes('<div id="app"></div>') || !index.includes('</head>')) return null
  const { language, title, rules } = snapshot
  const modules = [main, ...Array.from(index.matchAll(preload), ([, path = '']) => path)].join(' ')
  const markup = withRasters(snapshot.markup, atHand)
  const head = [
    `<link rel="preload" as="font" crossorigin href="${letters}">`,
    `<style>${rules}</style>`,
    `<script type="module" src="${begin}" data-modules="${modules}"></script>`
  ].join('')
  // By functions: `$` has a meaning in a text that replaces.
  return index
    .replace(/<html[^>]*>/, `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(script, '')
    .replaceAll(preload, '')
    .replace('</head>', () => `${head}</head>`)
    .replace(
      '<div id="app"></div>',
      () => `<div id="app"></div><div id="snapshot" inert aria-hidden="true">${markup}</div>`
    )
}

/** The pictures themselves in place of their addresses, which mean nothing to another run of the app; without those that are gone. */
function withRasters(markup: string, atHand: RasterAtHand): string {
  return markup.replaceAll(picture, (image: string, connectionId: string, token: string, name: string) => {
    const size = pictureSizes.find((known) => known === name)
    const bytes = size === undefined ? null : atHand(connectionId, token, size)
    if (bytes === null) return ''
    const data = `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`
    return image.replace(/ src="[^"]*"/, () => ` src="${data}"`)
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
