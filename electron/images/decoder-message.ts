import { z } from 'zod'
import type { DecoderMessage } from './decoder-protocol'
import { rasterFormats } from './sniff'

const pixels = z.number().int().min(1)

const pictureSchema = z.object({
  width: pixels,
  height: pixels,
  format: z.string().refine((format) => rasterFormats.has(format)),
  raster: z.instanceof(Uint8Array).transform((bytes) => new Uint8Array(bytes))
})

const failureSchema = z.object({
  code: z.enum(['picture-not-a-picture', 'picture-too-large', 'picture-corrupt', 'picture-decoder-failed']),
  facts: z.object({ reason: z.string().max(300) })
})

const messageSchema = z.union([
  z.object({ ready: z.literal(true) }),
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
