import { useCommands } from '../../shared/commands/registry'
import { useApprovalQuestion } from './marking/approval-question'
import { useReasonQuestion } from './panel/reason-question'
import { useReviews } from './reviews'

/** The command Undo takes back what was done to reviews last, as the returned function does; while an approval waits for a second press, only that wish. */
export function useUndo(connectionId: () => string): () => void {
  const reviews = useReviews()
  const question = useReasonQuestion()
  const approval = useApprovalQuestion()

  function undo(): void {
    question.close()
    // Nothing was approved yet: what is taken back is that it was wished for.
    if (approval.asked !== null) {
      approval.close()
      return
    }
    void reviews.undo(connectionId())
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
