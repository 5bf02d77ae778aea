import { pictureQuerySchema, pictureSizes } from '../../contract/product'
import type { ImageService } from '../../images'
import { z } from 'zod'
import type { BundleFiles } from './bundle-files'
import { printPolicy } from './headers'
import { appHost } from './origin'
import { answerEmpty, answerFile, answerPage } from './page-answer'
import { answerPicture } from './picture-answer'

export interface AppAnswerDeps {
  files: BundleFiles
  pictures: Pick<ImageService, 'raster'>
  /** Pages that are being laid out for print, by path. */
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
