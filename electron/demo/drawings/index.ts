import { audioDrawings } from './audio'
import { bagDrawings } from './bags'
import { bathDrawings } from './bath'
import { bicycleDrawings } from './bicycles'
import { ceramicsDrawings } from './ceramics'
import { furnitureDrawings } from './furniture'
import { gardenDrawings } from './garden'
import { kitchenDrawings } from './kitchen'
import { lampDrawings } from './lamps'
import { printDrawings } from './prints'
import type { Drawing } from './shapes'
import { stationeryDrawings } from './stationery'
import { teaDrawings } from './tea'
import { textileDrawings } from './textiles'
import { toyDrawings } from './toys'

const all = {
  ...audioDrawings,
  ...bagDrawings,
  ...bathDrawings,
  ...bicycleDrawings,
  ...ceramicsDrawings,
  ...furnitureDrawings,
  ...gardenDrawings,
  ...kitchenDrawings,
  ...lampDrawings,
  ...printDrawings,
  ...stationeryDrawings,
  ...teaDrawings,
  ...textileDrawings,
  ...toyDrawings
}

export type DrawingName = keyof typeof all

/** Every product shape by its name. */
export const drawings: Readonly<Record<DrawingName, Drawing>> = all
