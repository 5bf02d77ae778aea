import type { Failure } from '../../../electron/contract/failure'
import { t } from '.'

/** A technical fact of a failure, for the folded part of its notice. */
export interface FailureFact {
  label: string
  value: string
}

/** The facts that a failure carries, in a fixed order; its code always comes last. */
export function failureFacts({ code, facts }: Failure): FailureFact[] {
  const rows: [string, string | number | undefined][] = [
    [t('failureFacts.host'), facts.host],
    [t('failureFacts.status'), facts.status],
    [t('failureFacts.location'), facts.location],
    [t('failureFacts.proxy'), facts.proxy],
    [t('failureFacts.reason'), facts.reason],
    [t('failureFacts.code'), code]
  ]
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value: String(value) }]))
}
