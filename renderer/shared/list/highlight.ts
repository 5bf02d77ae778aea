import { matchRanges } from '../../../electron/contract/fold'
import { h, type FunctionalComponent } from 'vue'

/** A piece of a text, and whether it is a match. */
export interface Piece {
  text: string
  hit: boolean
}

/** UTF-16 units of a text that are searched for matches: more does not fit in a cell. */
const searched = 2000
/** UTF-16 units after which a match would be out of view in its cell. */
const inSight = 90
/** UTF-16 units that are kept before such a match. */
const lead = 30

/** A text split into matches and the rest; joined, the pieces are the text. */
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

/** The text from shortly before its first match if that would be out of view otherwise; null if it is in view. */
export function excerptOf(text: string, terms: readonly string[], part?: number): string | null {
  const first = matchRanges(text.slice(0, searched), terms, part)[0]
  if (!first || first.end <= inSight) return null
  const space = text.indexOf(' ', first.start - lead)
  const from = space >= 0 && space < first.start ? space + 1 : first.start
  return `… ${text.slice(from)}`
}

/** Marks matches in a text, which stays plain text whatever it contains. */
const MarkedText: FunctionalComponent<{ text: string; terms: readonly string[]; part?: number }> = ({
  text,
  terms,
  part
}) => piecesOf(text, terms, part).map((piece) => (piece.hit ? h('mark', piece.text) : piece.text))

MarkedText.props = ['text', 'terms', 'part']
export default MarkedText
