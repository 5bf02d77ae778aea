/** A process that reviews, says that it is saved, and is killed then. */
import { writeSync } from 'node:fs'
import { fail } from '../../../electron/contract/failure'
import { createReviews } from '../../../electron/reviews/reviews'

const [folder = '', threadFile = ''] = process.argv.slice(2)
const nothing = fail('internal')
const reviews = createReviews({
  threadFile,
  folderOf: () => folder,
  removedFolder: `${folder}-removed`,
  storeOf: () => null,
  catalog: {
    read: () => Promise.resolve(nothing),
    products: () => Promise.resolve({ ok: true, value: [] }),
    reviewed: () => undefined,
    releaseReviews: () => Promise.resolve()
  },
  registerPicture: () => ({ token: '', host: '' }),
  askWhereToShare: () => Promise.resolve(null),
  askWhatToMerge: () => Promise.resolve(null),
  reviewer: () => 'Ada',
  onChange: () => undefined,
  now: Date.now
})
const product = { connectionId: 'shop', productId: 'a' }
const answers = [
  await reviews.note({ ...product, note: 'Saved' }),
  await reviews.mark({
    connectionId: 'shop',
    mark: 'approved',
    of: { products: [{ id: 'a', contentFingerprint: 'this' }] }
  }),
  await reviews.draft({ ...product, draft: 'What I was typing' })
]
writeSync(1, answers.every(({ ok }) => ok) ? 'saved\n' : 'failed\n')
for (;;);
