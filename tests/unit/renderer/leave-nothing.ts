import { disposePinia, getActivePinia } from 'pinia'
import { afterEach } from 'vitest'

// Test files share their modules and their window: no store of one may go on listening in the next.
afterEach(() => {
  const pinia = getActivePinia()
  if (pinia) disposePinia(pinia)
})
