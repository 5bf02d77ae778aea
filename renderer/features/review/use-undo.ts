import { useCommands } from '../../shared/commands/registry'
import { useReviews } from './reviews'

/** The command Undo takes back what was done to reviews last. */
export function useUndo(connectionId: () => string): void {
  const reviews = useReviews()
  useCommands({
    undo: {
      // One press, one thing: what was asked for before comes first.
      can: () => reviews.underWay === 0,
      run: () => void reviews.undo(connectionId())
    }
  })
}
