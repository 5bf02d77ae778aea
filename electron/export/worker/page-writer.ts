import { aboutLine, catalogLine, timeText, type About, filled } from './about'
import type { ExportedStore, FilePicture } from './protocol'
import { priceFormat, stateText, type ExportWords } from './words'
import type { ExportRow } from './rows'
import { noLosses, type RowWriter } from './writer'

/** A contact sheet as HTML, which is only printed. */
export interface PageWriter extends RowWriter {
  /** The whole page, and the line at the foot of each sheet of paper, as HTML too. */
  page(about: About): { html: string; foot: string }
}

/** UTF-16 units of a name or an id on a sheet: some dozen lines. Longer texts end in a mark that says so. */
const mostShown = 400

/** Makes the page of HTML that becomes a PDF: it has no scripts and makes no requests. */
export function pageWriter(
  { currency, locale }: Pick<ExportedStore, 'currency' | 'locale'>,
  fileWords: ExportWords
): PageWriter {
  const cards: string[] = []
  const price = priceFormat({ currency, locale })

  function card(row: ExportRow, picture: FilePicture | null): string {
    const { id, name, review } = row
    const image =
      picture === null
        ? `<div class="none">${htmlText(fileWords.noPicture)}</div>`
        : `<img alt="" src="data:image/jpeg;base64,${Buffer.from(picture.bytes).toString('base64')}">`
    const mark =
      review === 'unreviewed' ? '' : `<p class="mark ${review}">${htmlText(stateText(row, fileWords))}</p>`
    const words = [
      `<h2 dir="auto">${htmlText(shortened(name)) || '—'}</h2>`,
      `<p class="price">${row.price === null ? '—' : htmlText(price.format(row.price))}</p>`,
      `<p class="id" dir="auto">${htmlText(shortened(id))}</p>`,
      mark
    ]
    return `<article><div class="picture">${image}</div>${words.join('')}</article>`
  }

  return {
    losses: noLosses(),
    write(rows, pictures) {
      rows.forEach((row, index) => cards.push(card(row, pictures[index] ?? null)))
    },
    end: () => undefined,
    page(about) {
      const { store, list, exportedAt } = about
      const html = [
        `<!doctype html><html lang="${htmlText(fileWords.language)}"><head><meta charset="utf-8"><title>${htmlText(store)}</title>`,
        `<style>${pageStyle}</style></head><body>`,
        `<header><h1 dir="auto">${htmlText(store)}</h1><p dir="auto">${htmlText(list)}</p></header>`,
        `<main>${cards.join('')}</main><footer>${htmlText(aboutLine(about, fileWords))}</footer></body></html>`
      ].join('\n')
      const printed = filled(fileWords.about.linePrinted, { time: timeText(exportedAt) })
      const line = `${catalogLine(about, fileWords)} ${printed}`
      return { html, foot: footOf(line) }
    }
  }
}

function shortened(text: string): string {
  if (text.length <= mostShown) return text
  // No character of two units is cut in two.
  return `${text.slice(0, mostShown).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Chromium fills in the numbers by the names of the classes. */
function footOf(line: string): string {
  return `<div style="width:100%;margin:0 10mm;font:7pt system-ui,sans-serif;color:#555;display:flex;justify-content:space-between"><span>${htmlText(line)}</span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`
}

const entities: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as text in HTML. */
function htmlText(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
}

/** How a contact sheet looks on paper: four products in a row. */
const pageStyle = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body { color: #111; font: 8pt/1.35 system-ui, sans-serif; }
  header { margin-bottom: 5mm; padding-bottom: 2mm; border-bottom: 0.5pt solid #999; }
  h1 { font-size: 13pt; }
  main { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 5mm 4mm; }
  article { min-width: 0; break-inside: avoid; overflow-wrap: anywhere; }
  .picture {
    display: grid; place-items: center; height: 38mm; margin-bottom: 1.5mm;
    border: 0.5pt solid #ccc; border-radius: 1mm; overflow: hidden;
  }
  .picture img { max-width: 100%; max-height: 38mm; object-fit: contain; }
  .none { color: #777; }
  h2 { font-size: 8pt; }
  .id { color: #555; font-size: 7pt; }
  .mark { font-weight: 600; font-size: 7pt; }
  .mark::before { content: '● '; }
  .approved { color: #1d6b34; }
  .changed, .needs-work { color: #8a4b00; }
  .ignored { color: #555; }
  footer { margin-top: 5mm; color: #555; font-size: 7pt; break-inside: avoid; }
`
