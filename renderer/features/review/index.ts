// What other features may use. Marks, notes and their log.

export { default as LogEntries } from './panel/LogEntries.vue'
export { default as ReviewNotice } from './panel/ReviewNotice.vue'
export { default as ReviewPanel } from './panel/ReviewPanel.vue'
export { default as ReviewToast } from './panel/ReviewToast.vue'
export { default as ReviewerQuestion } from './panel/ReviewerQuestion.vue'
export { default as UnsavedNotes } from './panel/UnsavedNotes.vue'
export { useReviewNotes } from './panel/review-notes'
export { useReviews } from './reviews'
export { default as ReviewThese } from './session/ReviewThese.vue'
export { default as BackupsList } from './sharing-and-backups/BackupsList.vue'
export { default as SharingAndBackupsDialog } from './sharing-and-backups/SharingAndBackupsDialog.vue'
export { useUndo } from './use-undo'
