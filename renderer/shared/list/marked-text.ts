import { h, type FunctionalComponent } from 'vue'
import { piecesOf } from './highlight'

/** A text in which what was searched for is marked; it stays text, whatever it contains. */
const MarkedText: FunctionalComponent<{ text: string; terms: readonly string[]; part?: number }> = ({
  text,
  terms,
  part
}) => piecesOf(text, terms, part).map((piece) => (piece.hit ? h('mark', piece.text) : piece.text))

MarkedText.props = ['text', 'terms', 'part']
export default MarkedText
