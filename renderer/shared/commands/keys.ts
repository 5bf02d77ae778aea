import { t } from '../i18n'
import { readingKey } from '../i18n/direction'
import type { CommandId } from './command-table'
import { keysInForce } from './key-bindings'

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

/** Signs of commands as other scripts write them. */
const signsOfScripts: Record<string, string> = { '؟': '?', '？': '?', '،': ',', '，': ',', '／': '/' }

/** Keys of signs that other scripts have letters on, so that the sign is nowhere else, or needs another script's Shift. */
const signsAt: Record<string, string> = { Slash: '/', Comma: ',' }

/** What is printed on a key besides a character of another script; null where only what it writes counts. */
function printed(key: string, code: string): string | null {
  if (key.length !== 1 || key <= '\u007f') return null
  if (code.startsWith('Key')) return code.slice(3)
  // A Latin keyboard may have a letter there, and the sign on another key.
  return /[^\P{L}\p{Script=Latin}]/u.test(key) ? (signsAt[code] ?? null) : null
}

/**
 * The letter, digit or sign that a key is known by, where the keyboard writes another script too, or needs Shift for digits:
 * by what it writes, or else by what is printed on it.
 */
export function keyOfEvent({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^Digit\d$/.test(code) && !shiftKey) return code.slice(5)
  const known = signsOfScripts[key] ?? printed(key, code) ?? key
  return known.length === 1 ? known.toUpperCase() : known
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

/** The keys of an event as the command table writes them; null: only such as are held besides others. */
export function pressedKeys(event: KeyboardEvent): string | null {
  const key = readingKey(keyOfEvent(event))
  if (['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'Dead', 'Unidentified'].includes(key)) return null
  if (event.altKey) return null
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key)
  return [...(hasMod(event) ? ['Mod'] : []), ...(event.shiftKey && !isSign ? ['Shift'] : []), key].join('+')
}

/** Signs that keyboards of all languages have. */
const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵'
}

/** As keyboards of the app's language have them. */
const names: Record<string, () => string> = {
  Escape: () => t('keys.escape'),
  ' ': () => t('keys.space'),
  Home: () => t('keys.home'),
  End: () => t('keys.end'),
  PageUp: () => t('keys.pageUp'),
  PageDown: () => t('keys.pageDown')
}

/** Keys as they are written on this computer, in the app's language: `⇧⌘R`, `Ctrl+Shift+R`, `Strg+Umschalt+R`. */
export function shownKeys(keys: string, isMac: boolean = isMacKeyboard()): string {
  const { key, mod, shift } = pressOf(keys)
  const name = signs[readingKey(key)] ?? names[key]?.() ?? key
  if (isMac) return `${shift ? '⇧' : ''}${mod ? '⌘' : ''}${name}`
  return [...(mod ? [t('keys.ctrl')] : []), ...(shift ? [t('keys.shift')] : []), name].join('+')
}

/** Whether keys are written as on a Mac. */
export function isMacKeyboard(): boolean {
  return navigator.userAgent.includes('Mac')
}

/** Whether an event is one of the keys of a command that are heard just now. */
export function isKeyOf(id: CommandId, event: KeyboardEvent): boolean {
  return keysInForce(id).some((keys) => isPressed(keys, event))
}

/** The keys of a command as they are written on this computer, for a button's tooltip; undefined where it has none. */
export function keysOf(id: CommandId): string | undefined {
  const [first] = keysInForce(id)
  return first === undefined ? undefined : shownKeys(first)
}
