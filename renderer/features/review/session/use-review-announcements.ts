import { ref, watch, type Ref } from 'vue'
import { t } from '../../../shared/i18n'
import { useTriage } from './review-session'
import { useTriageMarks } from './review-actions'
import { stateWords } from '../../../shared/labels/review-labels'
import { deedWords, nameOf } from './queue-labels'

/**
 * What a screen reader is told: what a key did, and which product is on screen since, with its state. While a mark is being saved
 * it waits for what comes of that, so that both are one sentence.
 */
export function useTriageSaid(): Readonly<Ref<string>> {
  const triage = useTriage()
  const marks = useTriageMarks()
  const said = ref('')
  const currentId = (): string | undefined => triage.walk.current?.id
  let saidId = currentId()
  watch([() => marks.deed, currentId, () => marks.saving], ([deed, id, saving], [deedBefore]) => {
    const isDone = deed !== null && deed !== deedBefore
    if (!isDone && saving !== null) return
    const { current } = triage.walk
    const done = isDone ? [deedWords(deed, triage.stateOf)] : []
    const isOther = id !== saidId && deed?.kind !== 'undone'
    const values = current && { name: nameOf(current), state: stateWords(triage.stateOf(current)) }
    const now = isOther && values ? [t('triage.said.product', values)] : []
    saidId = id
    if (done.length + now.length > 0) said.value = [...done, ...now].join('. ')
  })
  return said
}
