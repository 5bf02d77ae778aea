import { ref, watch, type Ref } from 'vue'
import { t } from '../../i18n'
import { useTriage } from '../../stores/triage'
import { useTriageMarks } from '../../stores/triage-marks'
import { stateWords } from '../review/review-words'
import { deedWords, nameOf } from './triage-words'

/** What a screen reader is told: what a key did, and which product is on screen since, with its state. */
export function useTriageSaid(): Readonly<Ref<string>> {
  const triage = useTriage()
  const marks = useTriageMarks()
  const said = ref('')
  watch([() => marks.deed, () => triage.walk.current?.id], ([deed, id], [deedBefore, idBefore]) => {
    const { current } = triage.walk
    const done = deed && deed !== deedBefore ? [deedWords(deed, triage.stateOf)] : []
    const isOther = id !== idBefore && deed?.kind !== 'undone'
    const values = current && { name: nameOf(current), state: stateWords(triage.stateOf(current)) }
    const now = isOther && values ? [t('triage.said.product', values)] : []
    if (done.length + now.length > 0) said.value = [...done, ...now].join('. ')
  })
  return said
}
