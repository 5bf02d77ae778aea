import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import { useAutoDismiss } from '../../../shared/ui/use-auto-dismiss'
import type { MarkedOnScreen } from './errors-among'

/** ms in which a second press approves products with errors. */
const patience = 6000

/** An approval that waits for a second press. */
export interface AskedApproval {
  /** What it is for (`approvalKey`): a press for the same confirms it. */
  of: string
  /** Of one product its errors, of many how many of them have errors. */
  errors: number
  isMany: boolean
  /** What a page offers besides its own button; null: nothing. */
  offer: {
    /** The product's name, or how many there are. */
    about: string
    approve: () => void
    /** Approves those without errors; null: there are none, or it cannot be said which they are. */
    others: { count: number; approve: () => void } | null
  } | null
}

/** One text for what is approved, to know it again by. */
export function approvalKey(connectionId: string, of: MarkedOnScreen): string {
  return JSON.stringify([connectionId, of])
}

/** Lets the first press of Approve on products with errors only say so: the second one approves them. One question at a time, on all pages. */
export const useApprovalQuestion = defineStore('approval-question', () => {
  const asked = shallowRef<AskedApproval | null>(null)

  function close(): void {
    asked.value = null
  }

  return {
    asked,
    isAsked: (of: string): boolean => asked.value?.of === of,
    /** Whether this press approves; otherwise it is asked now. */
    press(next: AskedApproval): boolean {
      const isMeant = next.errors === 0 || asked.value?.of === next.of
      asked.value = isMeant ? null : next
      return isMeant
    },
    close
  }
})

/** Ends the question after its time, and with its page. Returns the listeners of the element that asks: at hand, it stays. */
export function useApprovalPatience(): ReturnType<typeof useAutoDismiss> {
  const approval = useApprovalQuestion()
  onScopeDispose(approval.close)
  return useAutoDismiss(
    () => approval.asked,
    () => true,
    patience,
    approval.close
  )
}
