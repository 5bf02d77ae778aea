import { describe, expect, it } from 'vitest'
import { joinChunks } from '../../../electron/bytes/buffers'

const chunk = (...bytes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

describe('chunks that arrived', () => {
  it('are joined, and their memory is given back', () => {
    const chunks = [chunk(1, 2), chunk(3), chunk(), chunk(4, 5)]
    expect([...joinChunks(chunks)]).toEqual([1, 2, 3, 4, 5])
    expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0, 0])
  })

  it('are handed on as they are where there is one alone', () => {
    const only = chunk(1, 2)
    expect(joinChunks([only]).buffer).toBe(only.buffer)
    expect(joinChunks([])).toEqual(new Uint8Array())
  })

  it('come in a buffer of their own, and leave one alone that they share with others', () => {
    const all = chunk(1, 2, 3, 4)
    const bytes = joinChunks([all.subarray(1, 3)])
    expect([bytes.byteLength, bytes.buffer.byteLength]).toEqual([2, 2])
    expect([...joinChunks([all.subarray(0, 2), all.subarray(2)])]).toEqual([1, 2, 3, 4])
    expect([...all]).toEqual([1, 2, 3, 4])
    expect([...joinChunks([Buffer.from('a')])]).toEqual([97])
  })
})
