import { useCommands } from '../../shared/commands/registry'
import { useReasonQuestion } from './panel/reason-question'
import { useReviews } from './reviews'

/**
 * The command Undo takes back what was done to reviews last, as the returned function does: of a mark whose reason is asked for
 * nothing is saved yet.
 */
export function useUndo(connectionId: () => string): () => void {
  const reviews = useReviews()
  const question = useReasonQuestion()

  function undo(): void {
    if (question.about === null) void reviews.undo(connectionId())
    else question.close()
  }

  useCommands({
    undo: {
      // One press, one thing: what was asked for before comes first.
      can: () => reviews.underWay === 0,
      run: undo
    }
  })
  return undo
}
