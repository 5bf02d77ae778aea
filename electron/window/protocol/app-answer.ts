import { setTimeout as wait } from 'node:timers/promises'
import type { Result } from '../../contract/failure'
import { type PictureSize, pictureSizes } from '../../contract/picture-values'
import type { ImageService } from '../../images'
import type { RasterPicture } from '../../images/types'
import {
  answerHeaders,
  printPolicy,
  answerEmpty,
  answerFile,
  answerPage,
  type BundleFiles
} from './page-files'
import { pictureQuerySchema } from '../../contract/picture'
import { z } from 'zod'
import { appHost } from './origin'
import { answerFromDevServer } from './dev-server'

/** ms within which a picture is answered with its status; later, the answer begins without it. */
const inMemory = 4

/** A request for a picture. */
interface AskedPicture {
  connectionId: string
  token: string
  size: PictureSize
}

/**
 * Answers with a picture or a 404. Electron reports a canceled request only by canceling the body of the answer: so the body of a picture
 * that must be waited for is a stream that starts later, and canceling it ends the wait.
 */
export async function answerPicture(
  pictures: Pick<ImageService, 'raster'>,
  { connectionId, token, size }: AskedPicture,
  signal: AbortSignal
): Promise<Response> {
  const gone = new AbortController()
  const raster = pictures.raster(connectionId, token, size, AbortSignal.any([signal, gone.signal]))
  const quick = await Promise.race([raster, wait(inMemory, null)])
  if (quick !== null) return quick.ok ? shown(quick.value.bytes) : none()
  return shown(later(raster, () => gone.abort()))
}

/** A stream that starts when the picture is there; without a picture it fails, and so does the element that requested it. */
function later(raster: Promise<Result<RasterPicture>>, onCancel: () => void): ReadableStream<Uint8Array> {
  let cancelled = false
  return new ReadableStream({
    start(body) {
      const end = (made: Result<RasterPicture>): void => {
        if (cancelled) return
        if (made.ok) {
          body.enqueue(made.value.bytes)
          body.close()
        } else body.error(new Error('no picture'))
      }
      raster.then(end, (error: unknown) => body.error(error))
    },
    cancel() {
      cancelled = true
      onCancel()
    }
  })
}

function shown(body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Response {
  const headers = { ...answerHeaders('image/webp'), 'cache-control': 'private, max-age=600' }
  return new Response(body, { headers })
}

function none(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}

interface AppAnswerDeps {
  files: BundleFiles
  pictures: Pick<ImageService, 'raster'>
  /** Pages that are being printed, by path. */
  printed: ReadonlyMap<string, string>
}

const rasterSchema = pictureQuerySchema.extend({ size: z.enum(pictureSizes) })

/** Answers a request for `app://…`: a file of the built page, a picture, or an empty 404. Never fails. */
export async function answerApp(
  request: Request,
  { files, pictures, printed }: AppAnswerDeps
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerEmpty(405)
  const url = URL.parse(request.url)
  if (url?.host !== appHost) return answerEmpty(404)
  const [, first, connectionId, token, size, more] = url.pathname.split('/')
  if (first === 'picture' && more === undefined) {
    const raster = rasterSchema.safeParse({ connectionId, token, size })
    return raster.success ? answerPicture(pictures, raster.data, request.signal) : answerEmpty(404)
  }
  const page = printed.get(url.pathname)
  if (page !== undefined) return answerPage(page, printPolicy(page))
  const file = files.get(url.pathname)
  return file === undefined ? answerEmpty(404) : answerFile(file)
}

/** The handler of `app://`. With a dev server, the page's files come from there. */
export function appAnswerer(
  deps: AppAnswerDeps,
  devServer: URL | null
): (request: Request) => Promise<Response> {
  return (request) => {
    const path = URL.parse(request.url)?.pathname ?? ''
    const isOurs = path.startsWith('/picture/') || path.startsWith('/print/')
    if (devServer === null || isOurs) return answerApp(request, deps)
    return answerFromDevServer(request, devServer)
  }
}
