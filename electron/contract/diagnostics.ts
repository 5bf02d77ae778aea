/** A report for who helps from afar, as it is shown and then saved: not a character of it is another. */
export interface DiagnosticsReport {
  text: string
  /** Under which name it is offered to be saved. */
  fileName: string
}
