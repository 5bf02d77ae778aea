import type { RuleId } from '../../contract/audit-rules'
import type { ExportWords } from '../../contract/export-words'

/** A sentence with its places filled in; a place that nobody fills stays as it is. */
export function filled(sentence: string, values: Readonly<Partial<Record<string, string>>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** Findings stand in one cell by the names of their rules. */
export function findingsText(findings: readonly RuleId[], { rules }: Pick<ExportWords, 'rules'>): string {
  return findings.map((rule) => rules[rule] ?? rule).join('; ')
}

/** A count as the words' language writes it. */
export function countText(count: number, { language }: Pick<ExportWords, 'language'>): string {
  return count.toLocaleString(usableLocale(language))
}

/** A tag that this computer knows; undefined: the system's, since another may be none, as one from a settings file. */
export function usableLocale(locale: string | null): string | undefined {
  try {
    return locale === null ? undefined : Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
