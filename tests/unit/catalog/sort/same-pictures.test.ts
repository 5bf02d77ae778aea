import { describe, expect, it } from 'vitest'
import { fillCopy, idsOf, type FilledCopy, type Known } from '../support/filled-copy'
import { testFolder } from '../../../support/folder'

const shown = (content: bigint): Known => ({ state: 'shown', side: 600, content, look: 0n })
const bySamePicture = {
  filters: { finding: 'picture-same' as const },
  sort: { by: 'image' as const, descending: false }
}

/** Products `A`, `B`… with pictures at these addresses, all found by the rule. */
function withPictures(images: (string | null)[]): FilledCopy {
  const copy = fillCopy(
    images.map((image, at) => ({ id: String.fromCharCode(65 + at), image })),
    testFolder()
  )
  for (const [at] of images.entries()) copy.audit(at + 1, ['picture-same'])
  return copy
}

describe('products that show the same picture, by picture', () => {
  it('stand together, from one address or with the same bytes, the rest by address', async () => {
    const copy = withPictures(['/1', '/2', '/3', '/4', '/1', '/5'])
    for (const [key, content] of [7n, 8n, 7n, 9n, 7n, 8n].entries()) copy.find(key + 1, shown(content))
    const order = idsOf(await copy.read(bySamePicture)).join('')
    expect(order).toBe('AECBFD')
    const { filters } = bySamePicture
    const down = idsOf(await copy.read({ filters, sort: { by: 'image', descending: true } })).join('')
    expect(down).toBe('FBDCAE')
  })

  it('are those of one address also where one of them was not fetched, or none', async () => {
    const copy = withPictures(['/1', '/2', '/1', '/3', '/3', null])
    copy.find(3, shown(7n))
    copy.find(2, shown(7n))
    expect(idsOf(await copy.read(bySamePicture)).join('')).toBe('ACBDEF')
  })

  it('move when another picture was fetched', async () => {
    const copy = withPictures(['/1', '/2', '/3'])
    expect(idsOf(await copy.read(bySamePicture)).join('')).toBe('ABC')
    copy.find(1, shown(7n))
    copy.find(3, shown(7n))
    expect(idsOf(await copy.read(bySamePicture)).join('')).toBe('ACB')
    copy.find(3, { state: 'broken' })
    expect(idsOf(await copy.read(bySamePicture)).join('')).toBe('ABC')
  })

  it('stand by address alone in other lists', async () => {
    const copy = withPictures(['/1', '/2', '/3'])
    copy.find(1, shown(7n))
    copy.find(3, shown(7n))
    expect(idsOf(await copy.read({ sort: bySamePicture.sort })).join('')).toBe('ABC')
  })
})
