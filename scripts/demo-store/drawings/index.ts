import { audioDrawings } from './audio.ts'
import { bagDrawings } from './bags.ts'
import { bathDrawings } from './bath.ts'
import { bicycleDrawings } from './bicycles.ts'
import { ceramicsDrawings } from './ceramics.ts'
import { furnitureDrawings } from './furniture.ts'
import { gardenDrawings } from './garden.ts'
import { kitchenDrawings } from './kitchen.ts'
import { lampDrawings } from './lamps.ts'
import { printDrawings } from './prints.ts'
import type { Drawing } from './shapes.ts'
import { stationeryDrawings } from './stationery.ts'
import { teaDrawings } from './tea.ts'
import { textileDrawings } from './textiles.ts'
import { toyDrawings } from './toys.ts'

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
