import { useCommands } from '../../shared/commands/registry'
import { useApprovalQuestion } from './marking/approval-question'
import { useReasonQuestion } from './panel/reason-question'
import { useReviews } from './reviews'

/** The command Undo takes back what was done to reviews last, as the returned function does, with what is asked about it. */
export function useUndo(connectionId: () => string): () => void {
  const reviews = useReviews()
  const question = useReasonQuestion()
  const approval = useApprovalQuestion()

  function undo(): void {
    question.close()
    approval.close()
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
