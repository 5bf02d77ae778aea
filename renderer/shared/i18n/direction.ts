import { directionOf } from '../../../electron/contract/languages'
import { i18n } from '.'

/** Where something stands beside something else: `start` is where a line of text begins. */
export type Side = 'top' | 'bottom' | 'start' | 'end'

/** Whether the app's texts run from right to left. Reactive. */
export function isRightToLeft(): boolean {
  return directionOf(i18n.global.locale.value) === 'rtl'
}

/** A side as libraries know it that reckon from the left. Reactive. */
export function physicalSide(side: Side): 'top' | 'bottom' | 'left' | 'right' {
  if (side === 'top' || side === 'bottom') return side
  return (side === 'start') === isRightToLeft() ? 'right' : 'left'
}

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * A key as it is meant where things follow each other in reading direction: `ArrowRight` is on, `ArrowLeft` is back. Where texts
 * run from right to left the next thing stands on the left, and so does its arrow. Keys that move a picture or go along a
 * course of time are meant as they are pressed, and do not come here.
 */
export function readingKey(key: string): string {
  return isRightToLeft() ? (mirrored[key] ?? key) : key
}
