import sharp from 'sharp'

/** Different originals of each kind; the server adds a number to their end, so that no two bodies are alike. */
const different = 8

/** Ready-made originals, as the pictures of a shop: `photo` 1200 × 1200 px, about 150 KB; `small` 16 × 16 px, about 0.5 KB. */
export const originalKinds = { photo: 1200, small: 16 } as const
export type OriginalKind = keyof typeof originalKinds

const made = new Map<OriginalKind, Promise<Buffer[]>>()

/** The body of an original: any number has its own. Made with the first question. */
export async function originalBody(kind: OriginalKind, number: number): Promise<Buffer[]> {
  const all = made.get(kind) ?? makeAll(originalKinds[kind])
  made.set(kind, all)
  const bodies = await all
  // What follows the end of a JPEG is not read by a decoder.
  return [bodies[number % different] ?? Buffer.alloc(0), Buffer.from(`#${number}`)]
}

/** Where an original is served. */
export const originalPath = (kind: OriginalKind, number: number): string => `/originals/${kind}/${number}.jpg`

/** What a request's target asks for; null when it is no original. */
export function readOriginalTarget(target: string): { kind: OriginalKind; number: number } | null {
  const [, kind, number] = /^\/originals\/(photo|small)\/(\d+)\.jpg$/.exec(target) ?? []
  return kind === 'photo' || kind === 'small' ? { kind, number: Number(number) } : null
}

function makeAll(side: number): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: different }, (_, seed) => make(side, seed)))
}

/** Cloudy colors with a shape before them, and some grain: as much to decode as a photograph. */
async function make(side: number, seed: number): Promise<Buffer> {
  const hue = (seed * 360) / different
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <filter id="clouds"><feTurbulence type="fractalNoise" baseFrequency="${24 / side}" numOctaves="4" seed="${seed}"/>
      <feColorMatrix values="1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 0 1"/></filter>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="1" seed="${seed}"/>
      <feColorMatrix values="1 0 0 0 0  1 0 0 0 0  1 0 0 0 0  0 0 0 0 1"/></filter>
    <rect width="100%" height="100%" fill="hsl(${hue} 40% 80%)"/>
    <rect width="100%" height="100%" filter="url(#clouds)" opacity="0.4"/>
    <circle cx="50%" cy="50%" r="${20 + (seed % 10)}%" fill="hsl(${hue + 60} 60% 45%)" opacity="0.85"/>
    <rect width="100%" height="100%" filter="url(#grain)" opacity="0.08"/></svg>`
  return await sharp(Buffer.from(drawing)).jpeg({ quality: 84 }).toBuffer()
}
