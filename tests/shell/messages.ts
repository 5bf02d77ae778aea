import type { MenuPlace } from './context-menu.ts'

/** A key combination of the application menu. */
export interface Accelerator {
  id: number
  key: string
  ctrl: boolean
  alt: boolean
  shift: boolean
  meta: boolean
}

/** What a page's isolated world tells the shell. `args` is the codec's text of a list. */
export type FromPage =
  | { kind: 'invoke'; id: number; channel: string; args: string }
  | { kind: 'send'; channel: string; args: string }
  | { kind: 'open'; url: string }
  | { kind: 'accelerator'; id: number }
  | { kind: 'context-menu'; place: MenuPlace }
  | { kind: 'dark'; dark: boolean }
  | { kind: 'title'; title: string }
  | { kind: 'resize' | 'focus' | 'blur' }

/** What the shell tells a page's isolated world. `args` and `value` are the codec's text. */
export type ToPage =
  | { kind: 'settle'; id: number; error?: string; value?: string }
  | { kind: 'event'; channel: string; args: string }
  | { kind: 'accelerators'; list: Accelerator[] }
