// What other features may use. Quality checks and their findings.

export { default as BackLink } from './BackLink.vue'
export { default as FindingField } from './FindingField.vue'
export { type FindingFact, type FindingFactsMaker, useFindingFacts } from './finding-labels'
export { default as FindingsCount } from './FindingsCount.vue'
export { default as FindingsList } from './FindingsList.vue'
export { type ListedFindings, useFindings } from './findings'
export { useCurrentFindings, useErrorsAmong, useQuality, useRemarks, useUnaudited } from './quality-store'
export { default as SeverityIcon } from './SeverityIcon.vue'
export { twinRuleOf, useTwinCommand, useTwins } from './twins'
export { useComparing } from './use-comparing'
