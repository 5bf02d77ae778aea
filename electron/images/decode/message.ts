import { z } from 'zod'
import { pictureSizes } from '../../contract/picture-url'
import {
  maxPixels,
  rasterFormatsMade,
  type DecodedPicture,
  type DecoderMessage,
  type RasterFormat
} from './protocol'
import { rasterFormats, sniff } from './sniff'

const pixels = z.number().int().min(1).max(maxPixels)

/** Most bytes of a raster: 1600 × 1600 px hardly take a tenth of it. */
const maxRasterBytes = 16 * 1024 * 1024

const made: ReadonlySet<string> = new Set(rasterFormatsMade)
const rasterSchema = z
  .instanceof(Uint8Array)
  .refine((bytes) => bytes.byteLength <= maxRasterBytes && made.has(sniff(bytes)))
  .transform((bytes) => new Uint8Array(bytes))

const pictureSchema = z
  .object({
    width: pixels,
    height: pixels,
    format: z.string().refine((format) => rasterFormats.has(format)),
    animated: z.boolean(),
    look: z.bigint().refine((look) => BigInt.asIntN(64, look) === look),
    rasters: z.partialRecord(z.enum(pictureSizes), rasterSchema)
  })
  .refine(({ width, height }) => width * height <= maxPixels)

const failureSchema = z.object({
  code: z.enum(['picture-not-a-picture', 'picture-too-large', 'picture-corrupt', 'picture-decoder-failed']),
  facts: z.object({ reason: z.string().max(300) })
})

const messageSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), isLarge: z.literal(true) }),
  z.object({
    id: z.number(),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: pictureSchema }),
      z.object({ ok: z.literal(false), failure: failureSchema })
    ])
  })
])

/**
 * Reads a message of the decoder; null when it has another form. The process has worked on untrusted bytes, so it
 * is believed as little as they are.
 */
export function parseDecoderMessage(data: unknown): DecoderMessage | null {
  return messageSchema.safeParse(data).data ?? null
}

/** Whether all rasters are what was asked for: only WebP is served as WebP. */
export function isMadeAs({ rasters }: DecodedPicture, format: RasterFormat): boolean {
  return Object.values(rasters).every((raster) => sniff(raster) === format)
}
