import { describe, expect, it } from 'vitest'
import { release } from '../../../electron/bytes/buffers'

describe('memory that is given back', () => {
  it('is that of whole buffers', () => {
    const [bytes, numbers] = [new Uint8Array(1000), new Uint32Array(1000)]
    release(bytes, numbers)
    expect([bytes.byteLength, numbers.byteLength]).toEqual([0, 0])
  })

  it('is not that of a buffer of which others may see a part', () => {
    const part = new Uint8Array(1000).subarray(1)
    const pooled = Buffer.from('a short text')
    release(part, pooled)
    expect(part.byteLength).toBe(999)
    expect(pooled.toString()).toBe('a short text')
  })
})
