// What other features may use. Marks, notes and their log.

export { default as MarkQuestion } from './marking/MarkQuestion.vue'
export { useApprovalQuestion } from './marking/approval-question'
export { useMarksAfterUndo, useUndoneProduct } from './marking/marks-after-undo'
export {
  dropHeldMark,
  useMarkCommands,
  useOutOfSight,
  useUndo,
  type UnseenProduct
} from './marking/use-mark-commands'
export { useHeldMark } from './marking/told-product'
export { useUntoldChanges } from './marking/untold-changes'
export { useMarking, type MarkableProduct, type MarkSubject } from './marking/use-marking'
export { type HeldMark, type LastAction, notMarked } from './last-action'
export { default as LogEntries } from './panel/LogEntries.vue'
export { default as MarkButtons } from './panel/MarkButtons.vue'
export { reasonOfChange } from './panel/reason-of-change'
export { reasonOf } from './panel/reason-question'
export { default as ReviewNotice } from './panel/ReviewNotice.vue'
export { default as ReviewPanel } from './panel/ReviewPanel.vue'
export { default as ReviewToast } from './panel/ReviewToast.vue'
export { default as UnsavedNotes } from './panel/UnsavedNotes.vue'
export { useReviewNotes } from './panel/review-notes'
export { useReviewer } from './panel/reviewer'
export { useReviews } from './reviews'
export { useUndosUnderWay } from './undos-under-way'
export { useQueueProgress } from './session/queue-progress'
export { default as ReviewThese } from './session/ReviewThese.vue'
export { default as BackupsList } from './sharing-and-backups/BackupsList.vue'
export { default as SharingAndBackupsDialog } from './sharing-and-backups/SharingAndBackupsDialog.vue'
