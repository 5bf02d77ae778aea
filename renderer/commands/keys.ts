import { readingKey } from '../i18n/direction'

/**
 * Keys as the command table writes them: `Mod+Shift+R`. `Mod` is Cmd on a Mac and Ctrl elsewhere; the last part is
 * `KeyboardEvent.key`, letters in capitals. `ArrowRight` is the arrow in reading direction.
 */

interface Press {
  key: string
  mod: boolean
  shift: boolean
}

function pressOf(keys: string): Press {
  const parts = keys.split('+')
  return { key: parts.at(-1) ?? '', mod: parts.includes('Mod'), shift: parts.includes('Shift') }
}

/** The letter or digit that is printed on the key where the keyboard writes another script, or needs Shift for digits. */
export function keyOfEvent({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^Digit\d$/.test(code) && !shiftKey) return code.slice(5)
  const isForeign = key.length === 1 && key > '\u007f' && code.startsWith('Key')
  const written = isForeign ? code.slice(3) : key
  return written.length === 1 ? written.toUpperCase() : written
}

/**
 * Whether what belongs to commands is held down: Cmd on a Mac, where Ctrl goes through lines and words of every text; elsewhere
 * either.
 */
function hasMod({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return isMacKeyboard() ? metaKey && !ctrlKey : ctrlKey || metaKey
}

/** Whether a key event is these keys, on whichever system. */
export function isPressed(keys: string, event: KeyboardEvent): boolean {
  const wish = pressOf(keys)
  const isHeld = wish.mod ? hasMod(event) : !event.ctrlKey && !event.metaKey
  if (event.altKey || !isHeld) return false
  if (readingKey(keyOfEvent(event)) !== wish.key) return false
  // Whether a sign such as ? needs Shift is the keyboard's affair.
  const isSign = wish.key.length === 1 && !/[A-Z0-9]/.test(wish.key)
  return isSign || event.shiftKey === wish.shift
}

const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
  Escape: 'Esc',
  ' ': 'Space'
}

/** Keys as they are written on this computer: `⇧⌘R`, `Ctrl+Shift+R`. */
export function shownKeys(keys: string, isMac: boolean = isMacKeyboard()): string {
  const { key, mod, shift } = pressOf(keys)
  const name = signs[readingKey(key)] ?? key
  if (isMac) return `${shift ? '⇧' : ''}${mod ? '⌘' : ''}${name}`
  return [...(mod ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), name].join('+')
}

/** Whether keys are written as on a Mac. */
export function isMacKeyboard(): boolean {
  return navigator.userAgent.includes('Mac')
}
