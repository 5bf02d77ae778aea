import { expect, it } from 'vitest'
import { batchRequests } from '../../../../electron/images/disk/disk-cache'

/** Answers each number doubled, when it is told to; notes what came together. */
function doubling(most: number): {
  ask: (question: number) => Promise<number | undefined>
  asked: number[][]
  answer: () => void
} {
  const asked: number[][] = []
  let release = (): void => undefined
  const ask = batchRequests<number, number>((questions) => {
    asked.push(questions)
    return new Promise((resolve) => {
      release = () => resolve(questions.map((question) => question * 2))
    })
  }, most)
  return { ask, asked, answer: () => release() }
}

it('questions of one turn go together, and those of later turns while an answer is awaited', async () => {
  const { ask, asked, answer } = doubling(10)
  const first = [1, 2, 3].map(ask)
  await expect.poll(() => asked).toEqual([[1, 2, 3]])
  const second = [ask(4)]
  await Promise.resolve()
  second.push(ask(5))
  expect(asked).toHaveLength(1)
  answer()
  expect(await Promise.all(first)).toEqual([2, 4, 6])
  await expect.poll(() => asked.length).toBe(2)
  answer()
  expect(await Promise.all(second)).toEqual([8, 10])
  const third = ask(6)
  await expect.poll(() => asked.at(-1)).toEqual([6])
  answer()
  expect(await third).toBe(12)
})

it('no more go at once than may', async () => {
  const { ask, asked, answer } = doubling(2)
  const all = [1, 2, 3].map(ask)
  await expect.poll(() => asked).toEqual([[1, 2]])
  answer()
  await expect.poll(() => asked).toEqual([[1, 2], [3]])
  answer()
  expect(await Promise.all(all)).toEqual([2, 4, 6])
})

it('a question without an answer is answered with none', async () => {
  const ask = batchRequests<number, number>(() => Promise.resolve([]), 10)
  expect(await Promise.all([ask(1), ask(2)])).toEqual([undefined, undefined])
})
