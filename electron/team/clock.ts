import { z } from 'zod'

/**
 * A hybrid logical clock: near a device's wall time, and after everything that the device knew when it was read. Two acts of which
 * one knew the other are in that order on every device, whatever the walls say; the rest is in one order everywhere.
 */
export interface Clock {
  /** ms since 1970. */
  wall: number
  /** Tells acts of one ms apart. */
  counter: number
  device: string
}

/** ms that a wall clock may be ahead of the reader's: what is further ahead is held back until then (fault 142). */
export const mostAhead = 24 * 60 * 60 * 1000

export const timeSchema = z.number().int().min(0).max(8.64e15)

/** A clock without its device, as a line of a segment keeps it. */
export const clockSchema = z.tuple([timeSchema, z.number().int().min(0).max(1e9)])

/** The device's next clock. @param last what it must come after; null: nothing @param wall ms since 1970 */
export function tick(last: Clock | null, wall: number, device: string): Clock {
  if (last === null || wall > last.wall) return { wall, counter: 0, device }
  return { wall: last.wall, counter: last.counter + 1, device }
}

/** Negative: the first comes before. Only one and the same clock gives 0. */
export function compareClocks(one: Clock, other: Clock): number {
  return (
    one.wall - other.wall ||
    one.counter - other.counter ||
    Number(one.device > other.device) - Number(one.device < other.device)
  )
}
