import { describe, expect, it } from 'vitest'
import { createSink } from '../../../../electron/export/worker/xlsx-writer'
import { TooLarge } from '../../../../electron/export/worker/writer'
import { memoryFile } from './memory-file'

describe('what a workbook is written into', () => {
  it('passes bytes on before it says that it took them', () => {
    const file = memoryFile()
    const sink = createSink(file)
    sink.stream.write(new Uint8Array([1, 2]))
    sink.stream.write(new Uint8Array([3]))
    expect([...file.bytes()]).toEqual([1, 2, 3])
    expect(() => sink.check()).not.toThrow()
  })

  it('takes no more than a ZIP can hold, and says so', () => {
    const file = memoryFile()
    const sink = createSink(file, 3)
    sink.stream.write(new Uint8Array(3))
    expect(() => sink.check()).not.toThrow()
    sink.stream.write(new Uint8Array(1))
    expect(() => sink.check()).toThrow(TooLarge)
    expect(file.bytes()).toHaveLength(3)
  })

  it('keeps the first of several failures, and lets none of them go unheard', async () => {
    const first = new Error('no space')
    const errors = [first, new Error('no device')]
    const sink = createSink({
      write() {
        throw errors.shift() ?? new Error('again')
      }
    })
    sink.stream.write(new Uint8Array(1))
    sink.stream.write(new Uint8Array(1))
    expect(() => sink.check()).toThrow(first)
    await new Promise((resolve) => sink.stream.once('close', resolve))
    sink.stream.emit('error', new Error('of the library'))
    expect(() => sink.check()).toThrow(first)
  })
})
