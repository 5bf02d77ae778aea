import { CircleAlert, Info, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'
import type { Severity } from '../../../electron/contract/audit-rules'

/** Sign and tone of a severity: each has a shape of its own, colour alone says nothing. */
export const severityLook: Record<Severity, { icon: Component; tone: 'danger' | 'warning' | 'info' }> = {
  error: { icon: CircleAlert, tone: 'danger' },
  warning: { icon: TriangleAlert, tone: 'warning' },
  hint: { icon: Info, tone: 'info' }
}
