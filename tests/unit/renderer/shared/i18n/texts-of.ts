import type { Messages } from '../../../../../renderer/shared/i18n/merged'

/** Every text by its dotted key. */
export function textsOf(messages: Messages, before = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : [...textsOf(value, `${before}${key}.`)]
    )
  )
}
