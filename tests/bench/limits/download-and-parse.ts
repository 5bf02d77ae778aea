import { serveMeasure } from '../own-process'
import { fetchRawPages, type RawPages } from './raw-pages'

/** The limit of P1 and P3: nothing but downloading all pages over bare sockets and JSON.parse. Items a second, a few times. */
serveMeasure(async ({ repetitions, ...asked }: RawPages & { repetitions: number }): Promise<number[]> => {
  const rates: number[] = []
  for (let number = 0; number < repetitions; number += 1) {
    let items = 0
    const begun = performance.now()
    await fetchRawPages(asked, (body) => {
      const { data } = JSON.parse(body.toString()) as { data: { items: unknown[] } }
      items += data.items.length
    })
    rates.push((items / (performance.now() - begun)) * 1000)
  }
  return rates
})
