import { ceramicsDrawings } from './ceramics'
import type { Drawing } from './shapes'

const all = { ...ceramicsDrawings }

export type DrawingName = keyof typeof all

/** Every product shape by its name. */
export const drawings: Readonly<Record<DrawingName, Drawing>> = all
