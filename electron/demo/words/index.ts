import type { Category } from './category'
import { ceramics } from './ceramics'

/** What the demo shop sells. */
export const categories: readonly Category[] = [ceramics]
