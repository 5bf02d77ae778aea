import type { Style } from '@cj-tech-master/excelts'

export type StyleName = 'heading' | 'text' | 'price' | 'time' | 'link' | 'count' | 'wrapped'
/** The look of cells by what they hold. Each is one object, which the library knows again. */
export type Styles = Readonly<Record<StyleName, Partial<Style>>>

/** Formats of numbers that are built in, and follow the reader's language: whole, text, day and time. */
const builtIn = { whole: '0', text: '@', time: 'm/d/yy h:mm' }

/** The look of a workbook's cells. `currency`: ISO 4217; null: prices are plain numbers. */
export function stylesOf(currency: string | null): Styles {
  const font = { name: 'Calibri', size: 11 }
  const alignment = { vertical: 'top' } as const
  const plain = { font, alignment }
  return {
    heading: { font: { ...font, bold: true }, alignment, numFmt: builtIn.text },
    text: { ...plain, numFmt: builtIn.text },
    price: { ...plain, numFmt: priceFormat(currency) },
    time: { ...plain, numFmt: builtIn.time },
    link: {
      font: { ...font, underline: true, color: { argb: 'FF0563C1' } },
      alignment,
      numFmt: builtIn.text
    },
    count: { ...plain, numFmt: builtIn.whole },
    wrapped: { font, alignment: { ...alignment, wrapText: true }, numFmt: builtIn.text }
  }
}

/** With the currency's own digits, and as many more as a price has. */
function priceFormat(currency: string | null): string {
  const digits =
    currency === null
      ? 2
      : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
          .minimumFractionDigits ?? 2)
  const more = '#'.repeat(Math.max(0, 4 - digits))
  const number = `#,##0${digits + more.length > 0 ? '.' : ''}${'0'.repeat(digits)}${more}`
  return currency === null ? number : `${number} [$${currency}]`
}
