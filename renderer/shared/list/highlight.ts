import { matchRanges } from '../../../electron/contract/fold'
import { h, type FunctionalComponent } from 'vue'

/** A stretch of a text, and whether it is one that was searched for. */
export interface Piece {
  text: string
  hit: boolean
}

/** Matches are looked for in this much of a text, UTF-16 units: more does not fit in a cell. */
const searched = 2000
/** A match further into a text than this would not be seen in its cell, UTF-16 units. */
const inSight = 90
/** How much of the text stands before a match that the text is cut for. */
const lead = 30

/** A text in pieces, those that were searched for apart; joined they are the text. */
export function piecesOf(text: string, terms: readonly string[], part?: number): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end } of matchRanges(text.slice(0, searched), terms, part)) {
    if (start > at) pieces.push({ text: text.slice(at, start), hit: false })
    pieces.push({ text: text.slice(start, end), hit: true })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), hit: false })
  return pieces
}

/** The text from shortly before its first match on, where that would not be in sight otherwise; null where it is. */
export function excerptOf(text: string, terms: readonly string[], part?: number): string | null {
  const first = matchRanges(text.slice(0, searched), terms, part)[0]
  if (!first || first.end <= inSight) return null
  const space = text.indexOf(' ', first.start - lead)
  const from = space >= 0 && space < first.start ? space + 1 : first.start
  return `… ${text.slice(from)}`
}

/** A text in which what was searched for is marked; it stays text, whatever it contains. */
const MarkedText: FunctionalComponent<{ text: string; terms: readonly string[]; part?: number }> = ({
  text,
  terms,
  part
}) => piecesOf(text, terms, part).map((piece) => (piece.hit ? h('mark', piece.text) : piece.text))

MarkedText.props = ['text', 'terms', 'part']
export default MarkedText
