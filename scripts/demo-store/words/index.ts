import { audio } from './audio.ts'
import { bags } from './bags.ts'
import { bath } from './bath.ts'
import { bicycles } from './bicycles.ts'
import type { Category } from './category.ts'
import { ceramics } from './ceramics.ts'
import { furniture } from './furniture.ts'
import { garden } from './garden.ts'
import { kitchen } from './kitchen.ts'
import { lamps } from './lamps.ts'
import { prints } from './prints.ts'
import { stationery } from './stationery.ts'
import { tea } from './tea.ts'
import { textiles } from './textiles.ts'
import { toys } from './toys.ts'

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
