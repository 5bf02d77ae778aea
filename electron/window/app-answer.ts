import { readFile } from 'node:fs/promises'
import { pictureQuerySchema, pictureSizes } from '../contract/product'
import type { Pictures } from '../images/types'
import { z } from 'zod'
import type { BundleFiles } from './bundle-files'
import { answerHeaders, mediaType, printPolicy } from './headers'
import { appHost } from './origin'
import { answerPicture } from './picture-answer'

export interface AppAnswerDeps {
  files: BundleFiles
  pictures: Pick<Pictures, 'raster'>
  /** Pages that are being laid out for print, by path. */
  printed: ReadonlyMap<string, string>
}

const rasterSchema = pictureQuerySchema.extend({ size: z.enum(pictureSizes) })

/** Answers a request for `app://…`: a file of the built page, a picture, or an empty 404. Never fails. */
export async function answerApp(
  request: Request,
  { files, pictures, printed }: AppAnswerDeps
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405)
  const url = URL.parse(request.url)
  if (url?.host !== appHost) return empty(404)
  const [, first, connectionId, token, size, more] = url.pathname.split('/')
  if (first === 'picture' && more === undefined) {
    const raster = rasterSchema.safeParse({ connectionId, token, size })
    return raster.success ? answerPicture(pictures, raster.data, request.signal) : empty(404)
  }
  const page = printed.get(url.pathname)
  if (page !== undefined) return pageAnswer(page)
  const file = files.get(url.pathname)
  return file === undefined ? empty(404) : fileAnswer(file)
}

function pageAnswer(html: string): Response {
  const headers = {
    ...answerHeaders('text/html; charset=utf-8', printPolicy(html)),
    'cache-control': 'no-store'
  }
  return new Response(html, { headers })
}

async function fileAnswer(file: string): Promise<Response> {
  try {
    const headers = { ...answerHeaders(mediaType(file)), 'cache-control': 'no-cache' }
    return new Response(await readFile(file), { headers })
  } catch {
    // An update or a disk took it away while the app runs.
    return empty(404)
  }
}

function empty(status: 404 | 405): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
}
