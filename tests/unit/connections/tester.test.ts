import { expect, it } from 'vitest'
import { createTester } from '../../../electron/connections/tester'
import { fail } from '../../../electron/contract/failure'

it('a test that waits for a keychain which hangs ends at once when it is cancelled', async () => {
  const tester = createTester({
    fetchPage: () => Promise.reject(new Error('the store must not be asked'))
  })
  const never = new Promise<never>(() => undefined)
  const store = { baseUrl: 'https://shop.example', apiPath: '/api/public/products' }
  const first = tester.run(store, never)
  const second = tester.run(store, never)
  expect(await first).toEqual(fail('cancelled'))
  tester.cancel()
  expect(await second).toEqual(fail('cancelled'))
})
