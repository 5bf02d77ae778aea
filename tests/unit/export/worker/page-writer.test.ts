import { describe, expect, it } from 'vitest'
import { pageWriter } from '../../../../electron/export/worker/page-writer'
import type { ExportRow } from '../../../../electron/export/worker/rows'
import { fileWords } from '../../../support/file-words'
import { about, exportRow } from './memory-file'

function titles(...rows: ExportRow[]): string[] {
  const writer = pageWriter({ currency: 'EUR', locale: 'en' }, fileWords)
  void writer.write(rows, [])
  const { html } = writer.page(about)
  return Array.from(html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g), ([, title]) => title ?? '')
}

describe('a contact sheet', () => {
  it('shows names whole, and marks one that goes on where the sheet ends it', () => {
    const [whole, long] = ['Walnut bowl, '.repeat(30), `${'x'.repeat(399)}😀 and more`]
    expect(titles(exportRow({ name: whole }), exportRow({ name: long }))).toEqual([
      whole,
      `${'x'.repeat(399)}…`
    ])
  })

  it('says of a product that people disagree about that they do', () => {
    const writer = pageWriter({ currency: 'EUR', locale: 'en' }, fileWords)
    const disagreeing = [{ by: 'Kim', mark: 'needs-work' as const }]
    void writer.write([exportRow({ disagreeing })], [])
    expect(writer.page(about).html).toContain('<p class="mark approved">Disagreement</p>')
  })

  it('says that a product has no name', () => {
    expect(titles(exportRow({ name: '' }))).toEqual(['—'])
  })

  it('writes its counts as the app writes numbers, whatever the language of its words', () => {
    const writer = pageWriter({ currency: 'EUR', locale: 'de-CH' }, { ...fileWords, numbers: 'de-CH' })
    void writer.write([exportRow({ name: 'Bowl' })], [])
    const { html } = writer.page({
      ...about,
      coverage: { ...about.coverage, here: 12_400, state: 'complete' }
    })
    expect(html).toMatch(/12[’']400/)
  })
})
