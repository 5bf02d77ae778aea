import { audio } from './audio'
import { bags } from './bags'
import { bath } from './bath'
import { bicycles } from './bicycles'
import type { Category } from './category'
import { ceramics } from './ceramics'
import { furniture } from './furniture'
import { garden } from './garden'
import { kitchen } from './kitchen'
import { lamps } from './lamps'
import { prints } from './prints'
import { stationery } from './stationery'
import { tea } from './tea'
import { textiles } from './textiles'
import { toys } from './toys'

/** What the demo shop sells. */
export const categories: readonly Category[] = [
  ceramics,
  lamps,
  stationery,
  textiles,
  kitchen,
  garden,
  toys,
  bags,
  prints,
  furniture,
  tea,
  bath,
  audio,
  bicycles
]
