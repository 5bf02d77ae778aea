import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fail, ok } from '../../../electron/contract/failure'
import { createDecoder } from '../../../electron/images/decode/decoder'
import { createFilePictures, type GetFilePicture } from '../../../electron/images/save-image'
import type { ImageService } from '../../../electron/images/image-service'
import { forkDecoder } from '../../support/hostile-images/forked-decoder'

function getWith(raster: ImageService['raster']): GetFilePicture {
  const decoder = createDecoder({ spawn: forkDecoder })
  onTestFinished(() => decoder.close())
  return createFilePictures({
    pictures: { register: () => ({ token: 'token', host: 'pictures.example' }), raster },
    decoder
  })
}

const product = { address: 'https://pictures.example/1.png', product: 1 }
const never = new AbortController().signal

describe('a picture for a file', () => {
  it('is a JPEG on a white ground, made by the decoder', async () => {
    const clear = { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const bytes = new Uint8Array(await sharp({ create: clear }).webp().toBuffer())
    const get = getWith(() => Promise.resolve(ok({ bytes, type: 'image/webp' })))
    const picture = await get('c', product, 'thumbnail-2x', never)
    expect(picture).toMatchObject({ width: 40, height: 20 })
    const { data, info } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([40, 20, 3])
    expect(data.every((value) => value > 250)).toBe(true)
    expect((await sharp(picture?.bytes).metadata()).format).toBe('jpeg')
  })

  it('is none where it cannot be had', async () => {
    const get = getWith(() => Promise.resolve(fail('offline')))
    expect(await get('c', product, 'tile', never)).toBeNull()
  })
})
