import type { Notification } from 'electron'
import { missing, strict } from './strict.ts'

function make(): never {
  throw missing('new Notification')
}

/** Electron's `Notification` on a system that has none: whoever asks first is told so. */
export const notificationExport = strict(
  'Notification',
  Object.assign(make, { isSupported: () => false }) satisfies Pick<typeof Notification, 'isSupported'>
)
